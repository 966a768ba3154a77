import { RehearsalError } from "../../errors.js";
import { wrongOptions } from "../../test-case/unknown-option.js";

/** Time as the receiver sees it; the simulator's `Clock` has the same shape. */
export interface ReceiverClock {
  /** In milliseconds; only differences mean anything. */
  now(): number;
  /** Calls back once after `ms` milliseconds, and returns what cancels it. */
  setTimeout(callback: () => void, ms: number): () => void;
}

export interface OtlpReceiverOptions {
  /** Default: 0, a free one. */
  readonly port?: number | undefined;
  /** Address to listen at. Default: `127.0.0.1`, which nothing outside this machine reaches. */
  readonly host?: string | undefined;
  /** The most that one export may measure in bytes, as sent and after decompression; larger ones are refused with 413. Default: 16 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** The most that exports on their way in may measure together; more are put off with 503. Default: 64 MiB. */
  readonly maxPendingBytes?: number | undefined;
  /**
   * Spans and log records held at a time: those of turns under way, and those whose turn is not known yet. Of the latter
   * the oldest are dropped to make room; where that does not suffice, the export is refused in part. Default: 20 000.
   */
  readonly maxSpans?: number | undefined;
  /** The same in bytes as received. Default: 128 MiB. */
  readonly maxHeldBytes?: number | undefined;
  /** How long spans whose turn is not known are kept, in milliseconds. Default: 60 000. */
  readonly unclaimedMs?: number | undefined;
  /**
   * How long a turn waits for its spans at most after the agent's reply, in milliseconds. It waits that long where something is
   * known to lack: a parent, or the answer to a request to a service that has sent its part before. So it should be longer than
   * the exporters of all its processes let spans wait (`OTEL_BSP_SCHEDULE_DELAY`). Default: 2 000.
   */
  readonly settleMs?: number | undefined;
  /**
   * How long nothing more must have come before a trace that looks complete is taken as such, in milliseconds; at most
   * `settleMs`. It is what each turn of an agent in another process costs, and should be longer than those delays too where
   * services export of which nothing is known yet, since who exports first looks complete without the others. Where a call of
   * a tool came later, later turns wait as long as it would have needed, unless they know the request to wait for. Default: 250.
   */
  readonly quietMs?: number | undefined;
  /** How long an export may take to arrive, in milliseconds. Default: 10 000. */
  readonly requestTimeoutMs?: number | undefined;
  /** Default: the system's. */
  readonly clock?: ReceiverClock | undefined;
}

export type ReceiverSettings = { readonly [Key in keyof OtlpReceiverOptions]-?: NonNullable<OtlpReceiverOptions[Key]> };

const MIB = 2 ** 20;

const systemClock: ReceiverClock = {
  now: () => performance.now(),
  setTimeout: (callback, ms) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

const defaults: ReceiverSettings = {
  port: 0,
  host: "127.0.0.1",
  maxBodyBytes: 16 * MIB,
  maxPendingBytes: 64 * MIB,
  maxSpans: 20_000,
  maxHeldBytes: 128 * MIB,
  unclaimedMs: 60_000,
  settleMs: 2_000,
  quietMs: 250,
  requestTimeoutMs: 10_000,
  clock: systemClock,
};

/** Node fires a longer timer at once instead of later. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const mayBeZero: ReadonlySet<string> = new Set(["port", "settleMs", "quietMs", "unclaimedMs"]);

/** The options checked and with their defaults. */
export function receiverSettings(options: OtlpReceiverOptions): ReceiverSettings {
  const settings: Record<string, unknown> = { ...defaults };
  const fault = wrongOptions(options, Object.keys(defaults));
  if (fault !== undefined) throw wrong(fault);
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    check(name, value);
    settings[name] = value;
  }
  return settings as unknown as ReceiverSettings;
}

function check(name: string, value: unknown): void {
  if (name === "clock") return;
  if (name === "host") {
    if (typeof value !== "string" || value === "") throw wrong(`host must be an address; got ${JSON.stringify(value)}`);
    return;
  }
  const least = mayBeZero.has(name) ? 0 : 1;
  const most = name === "port" ? 65_535 : name.endsWith("Ms") ? LONGEST_TIMER_MS : Number.MAX_SAFE_INTEGER;
  if (typeof value === "number" && Number.isFinite(value) && value >= least && value <= most) return;
  throw wrong(`${name} must be a number from ${String(least)} to ${String(most)}; got ${String(value)}`);
}

const wrong = (message: string): RehearsalError =>
  new RehearsalError("invalid_input", `createOtlpReceiver: ${message}.`);
