import { createHash } from "node:crypto";
import { messageOf, RehearsalError } from "../errors.js";
import type { Random } from "./user.js";

/**
 * The stream of random numbers that belongs to `seed` and `purpose`. Every purpose has its own, so what one
 * conversation draws depends neither on the others nor on the order in which they run.
 */
export function randomFor(seed: string, ...purpose: readonly (string | number)[]): Random {
  let next: Random | undefined;
  // Most users never draw, and the hash costs as much as the rest of their turn: so it waits for the first draw.
  return () => (next ??= stream(hash(seed, purpose)))();
}

/** An id as stable as its parts, in the form of a UUID (version 8), as agents keep their threads by UUID. */
export function stableId(seed: string, ...parts: readonly (string | number)[]): string {
  const bytes = hash(seed, parts);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString("hex", 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** As stable as its parts, in the form of a trace id: 32 digits. */
export const hexId = (seed: string, ...parts: readonly (string | number)[]): string =>
  stableId(seed, ...parts).replaceAll("-", "");

/** The root seed: the option, else the environment variable `REHEARSAL_SEED`, else `"0"`. */
export function rootSeed(option: unknown, env: Readonly<Record<string, string | undefined>> = process.env): string {
  const given = option ?? (env.REHEARSAL_SEED?.trim() || "0");
  if (typeof given === "number" && Number.isFinite(given)) return String(given);
  if (typeof given === "string" && given.trim() !== "") return given;
  const shown =
    typeof given === "string" ? JSON.stringify(given) : typeof given === "number" ? String(given) : messageOf(given);
  throw new RehearsalError("invalid_input", `seed is ${shown}; it must be a number or a text that is not blank.`);
}

const hash = (seed: string, parts: readonly (string | number)[]): Buffer =>
  createHash("sha256")
    .update(JSON.stringify([seed, ...parts]))
    .digest();

const rotl = (x: number, by: number): number => (x << by) | (x >>> (32 - by));

/**
 * xoshiro128** 1.1 by David Blackman and Sebastiano Vigna (public domain, https://prng.di.unimi.it/xoshiro128starstar.c),
 * as unsigned 32-bit numbers.
 */
export function xoshiro128(s0: number, s1: number, s2: number, s3: number): () => number {
  return () => {
    const result = Math.imul(rotl(Math.imul(s1, 5), 7), 9);
    const t = s1 << 9;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= t;
    s3 = rotl(s3, 11);
    return result >>> 0;
  };
}

function stream(state: Buffer): Random {
  const next = xoshiro128(state.readInt32LE(0), state.readInt32LE(4), state.readInt32LE(8), state.readInt32LE(12));
  // 53 bits of two draws: every double of [0, 1) that is a multiple of 2^-53.
  return () => ((next() >>> 5) * 2 ** 26 + (next() >>> 6)) / 2 ** 53;
}
