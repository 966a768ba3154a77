import { readFileSync } from "node:fs";
import { basename, extname } from "node:path";
import { fileURLToPath } from "node:url";
import { RehearsalError, messageOf } from "../errors.js";
import { lazySchema, parse, seal, strict, type Schema } from "./schema.js";

/** An image: `url`, or `dataBase64` with `mimeType`. */
export interface ImageData {
  /** A path, a `file:` or an `http(s):` URL. */
  readonly url?: string;
  readonly dataBase64?: string;
  readonly mimeType?: string;
  /** `url` is a path on this machine. Absent means false; a `file:` URL or a path without a scheme is local anyway. */
  readonly local?: boolean;
  readonly filename?: string;
}

export const imageSchema: Schema<ImageData> = lazySchema((z) =>
  strict<ImageData>(z, {
    url: z.string().min(1).optional(),
    dataBase64: z.base64().min(1).optional(),
    mimeType: z.string().min(1).optional(),
    local: z.boolean().optional(),
    filename: z.string().optional(),
  }).check((context) => {
    const { url, dataBase64, mimeType } = context.value;
    const complain = (message: string) => context.issues.push({ code: "custom", input: context.value, message });
    if (url === undefined && dataBase64 === undefined) complain("give url, or dataBase64 with mimeType");
    if (dataBase64 !== undefined && mimeType === undefined)
      complain("dataBase64 needs mimeType, for example image/png");
    const scheme = schemeOf(url ?? "");
    if (scheme !== undefined && !["http", "https", "file", "data"].includes(scheme))
      complain(`url has the scheme "${scheme}:"; only http, https, file, data and paths can be read`);
  }),
);

const mimeTypes: Record<string, string> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
  ".svg": "image/svg+xml",
  ".bmp": "image/bmp",
  ".pdf": "application/pdf",
};

const marker = /\[rehearsal:image:([A-Za-z0-9_-]+)\]/g;

/**
 * An image inside the text of a test case. `String(image)` is a marker that holds the whole image, so that JSON, files
 * and other processes keep it; judges and models get it as an image part. Local files are read at once, remote ones are
 * left remote.
 *
 * @example
 * new LLMTestCase({ input: `What is on this picture? ${new MLLMImage({ url: "./cat.png" })}` });
 */
export class MLLMImage implements ImageData {
  declare readonly url?: string;
  declare readonly dataBase64?: string;
  declare readonly mimeType?: string;
  declare readonly local?: boolean;
  declare readonly filename?: string;

  constructor(data: ImageData) {
    Object.assign(this, readLocal(parse(imageSchema, data, "MLLMImage")));
    seal(imageSchema, this);
  }

  /** The self-contained marker. */
  toString(): string {
    return `[rehearsal:image:${Buffer.from(JSON.stringify(this)).toString("base64url")}]`;
  }
}

/** Text with image markers, as the parts that a model takes. */
export function splitImages(text: string): (string | MLLMImage)[] {
  const parts: (string | MLLMImage)[] = [];
  let end = 0;
  for (const match of text.matchAll(marker)) {
    const image = decode(match[1] ?? "");
    if (image === undefined) continue;
    if (match.index > end) parts.push(text.slice(end, match.index));
    parts.push(image);
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

function decode(encoded: string): MLLMImage | undefined {
  try {
    const data = parse(imageSchema, JSON.parse(Buffer.from(encoded, "base64url").toString("utf8")), "The marker");
    // A marker may come from a stranger's text: it must never make us read a file of this machine.
    return data.dataBase64 === undefined && isLocal(data) ? undefined : new MLLMImage(data);
  } catch {
    return undefined;
  }
}

/** Undefined for a path; a single letter before a colon is a drive of Windows. */
const schemeOf = (url: string): string | undefined => /^([a-z][a-z0-9+.-]+):/i.exec(url)?.[1]?.toLowerCase();

function isLocal({ url, local }: ImageData): boolean {
  if (url === undefined) return false;
  const scheme = schemeOf(url);
  return local === true || scheme === undefined || scheme === "file";
}

function readLocal(data: ImageData): ImageData {
  if (data.dataBase64 !== undefined || data.url === undefined || !isLocal(data)) return data;
  const path = pathOf(data.url);
  const mimeType = data.mimeType ?? mimeTypes[extname(path).toLowerCase()];
  if (mimeType === undefined) {
    throw new RehearsalError(
      "invalid_input",
      `MLLMImage: the type of ${path} can't be told from its name; give mimeType`,
    );
  }
  try {
    return {
      ...data,
      dataBase64: readFileSync(path).toString("base64"),
      mimeType,
      filename: data.filename ?? basename(path),
    };
  } catch (error) {
    throw new RehearsalError("invalid_input", `MLLMImage: can't read ${path}: ${messageOf(error)}`, { cause: error });
  }
}

function pathOf(url: string): string {
  if (schemeOf(url) !== "file") return url;
  try {
    return fileURLToPath(url);
  } catch (error) {
    throw new RehearsalError("invalid_input", `MLLMImage: ${url} is no path of this machine: ${messageOf(error)}`);
  }
}
