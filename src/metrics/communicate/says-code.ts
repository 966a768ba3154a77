/** What separates the groups of an identifier. */
const BETWEEN = /[ _-]/;
const BETWEEN_ALL = /[ _-]/g;
const RUN = /[\p{L}\p{N}]+(?:[ _-][\p{L}\p{N}]+)*/gu;

/**
 * Whether a text says an identifier, however it is grouped: `NL91ABNA0417164300` says `NL91 ABNA 0417 1643 00`, and `TR 7001`
 * says `TR-7001`. The fact must be of capitals and digits, three of them at least; it must begin and end where a word does,
 * and no hyphen may go on with it.
 */
export function saysCode(text: string, fact: string): boolean {
  const code = fact.trim();
  if (!/^(?=.*\p{Lu})(?=(?:.*\p{N}){3})[\p{Lu}\p{N}]+(?:[ _-][\p{Lu}\p{N}]+)*$/u.test(code)) return false;
  const wanted = squeezed(code);
  // "a 1042" is no "A-1042".
  const isOne = (run: string, at: number, spaces: ReadonlySet<number>): boolean =>
    ![...wanted].some((_, offset) => offset > 0 && spaces.has(at + offset)) ||
    run.replace(BETWEEN_ALL, "").slice(at, at + wanted.length) === code.replace(BETWEEN_ALL, "");
  for (const [run] of text.matchAll(RUN)) {
    const [starts, ends] = [new Set([0]), new Set<number>()];
    let length = 0;
    for (const sign of run) {
      if (sign === " ") {
        starts.add(length);
        ends.add(length);
      } else if (!BETWEEN.test(sign)) length += sign.length;
    }
    ends.add(length);
    const joined = squeezed(run);
    for (let at = joined.indexOf(wanted); at !== -1; at = joined.indexOf(wanted, at + 1))
      if (starts.has(at) && ends.has(at + wanted.length) && isOne(run, at, starts)) return true;
  }
  return false;
}

/**
 * Whether a text holds a secret within something longer, in any case and however its parts are joined: `key:sk-abc123x` holds
 * `sk-abc123`. The secret must be one of letters and digits, six at least, without a space; a digit more at an end makes it
 * another one.
 */
export function holdsSecret(text: string, fact: string): boolean {
  const secret = squeezed(fact.trim());
  if (/\s/.test(fact.trim()) || secret.length < 6 || !/\p{L}/u.test(secret) || !/\p{N}/u.test(secret)) return false;
  const all = squeezed(text);
  const [first, last] = [/^\p{N}/u.test(secret), /\p{N}$/u.test(secret)];
  for (let at = all.indexOf(secret); at !== -1; at = all.indexOf(secret, at + 1)) {
    const goesOn =
      (first && /\p{N}/u.test(all[at - 1] ?? "")) || (last && /\p{N}/u.test(all[at + secret.length] ?? ""));
    if (!goesOn) return true;
  }
  return false;
}

const squeezed = (text: string): string => text.replace(BETWEEN_ALL, "").toLowerCase();
