import { lazySchema, strict, valueClass, type Schema } from "./schema.js";

/** A piece of audio: either `url` or `dataBase64` with `mimeType`, never both. */
export interface Audio {
  /** A local path, a `file:` or an `http(s):` URL. Remote audio is never fetched. */
  readonly url?: string;
  readonly dataBase64?: string;
  /** Required with `dataBase64`, for example `audio/wav`. */
  readonly mimeType?: string;
  /** In hertz. */
  readonly sampleRate?: number;
  /** For example `pcm16` or `mulaw`. */
  readonly encoding?: string;
  /** In seconds. */
  readonly duration?: number;
  /** In seconds since the conversation began. */
  readonly startTime?: number;
}

export const audioSchema: Schema<Audio> = lazySchema((z) =>
  strict<Audio>(z, {
    url: z.string().min(1).optional(),
    dataBase64: z.base64().min(1).optional(),
    mimeType: z.string().min(1).optional(),
    sampleRate: z.number().positive().optional(),
    encoding: z.string().optional(),
    duration: z.number().nonnegative().optional(),
    startTime: z.number().nonnegative().optional(),
  }).check((context) => {
    const { url, dataBase64, mimeType } = context.value;
    const complain = (message: string) => context.issues.push({ code: "custom", input: context.value, message });
    if ((url === undefined) === (dataBase64 === undefined)) complain("give exactly one of url and dataBase64");
    if (dataBase64 !== undefined && mimeType === undefined)
      complain("dataBase64 needs mimeType, for example audio/wav");
    const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(url ?? "")?.[1]?.toLowerCase();
    if (scheme !== undefined && !["http", "https", "file", "data"].includes(scheme)) {
      complain(`url has the scheme "${scheme}:"; only http, https, file and paths can be read`);
    }
  }),
);

export const Audio = valueClass<Audio, Audio>("Audio", audioSchema);
