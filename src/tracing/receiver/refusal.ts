/** A request that is answered with an error, in the terms of OTLP over HTTP. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** The sender went away, or its turn is over: there is nobody to answer. */
export class Aborted extends Error {}
