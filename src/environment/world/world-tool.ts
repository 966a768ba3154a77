/** What a tool of a world may use beside its arguments. It is all that there is of time and of new ids. */
export interface ToolContext {
  /** Milliseconds since the epoch, by the world's own time. */
  readonly now: number;
  /** The next id of this kind: "refund-1", "refund-2", … The same in every run. */
  readonly newId: (prefix: string) => string;
}

/** A schema of zod, or of any library that follows Standard Schema. */
export interface StandardSchema<A> {
  readonly "~standard": {
    readonly types?: { readonly output: A } | undefined;
    validate(value: unknown): unknown;
  };
}

/** A JSON Schema as plain data. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: object;
  readonly [keyword: string]: unknown;
}

/** A tool that works on a state in memory. */
export interface WorldTool<S, A> {
  /** For the model that chooses among tools. */
  readonly description?: string;
  /** What its arguments must look like; others are an error of the call. Default: they are not checked. */
  readonly input?: StandardSchema<A> | JsonSchema;
  /** Whether it changes the state. Default: false, and it is given the state frozen. */
  readonly write?: boolean;
  /**
   * Does the work and returns what the agent gets, as JSON; `undefined` counts as null. One that writes changes the
   * `state` it is given, a copy. If it throws, that is the call's error, and the state stays as it was. Synchronous: so
   * nothing comes between a call and its effect.
   */
  run(state: S, args: A, context: ToolContext): unknown;
}

/** The tools of a world, by name, from the types of their arguments. */
export type WorldTools<S, T> = { readonly [K in keyof T]: WorldTool<S, T[K]> };
