/**
 * Whether a text says the digits of a fact, however they are grouped: `4111 1111 1111 1111` says `4111111111111111`. The
 * fact must be of digits, spaces and hyphens alone, and of `least` digits; they must begin and end where a group does.
 */
export function saysDigits(text: string, fact: string, least: number): boolean {
  if (!/^\s*\+?\d[\d\s-]*$/.test(fact)) return false;
  const wanted = fact.replace(/\D/g, "");
  if (wanted.length < least) return false;
  for (const [run] of text.matchAll(/\d+(?:[ -]\d+)*/g)) {
    const edges = new Set([0]);
    let joined = "";
    for (const group of run.split(/[ -]/)) {
      joined += group;
      edges.add(joined.length);
    }
    for (let at = joined.indexOf(wanted); at !== -1; at = joined.indexOf(wanted, at + 1)) {
      if (edges.has(at) && edges.has(at + wanted.length)) return true;
    }
  }
  return false;
}

/** Fewer digits than these may be a part of any number. */
const DIGITS_OF_A_SECRET = 7;

/** Whether a text holds the digits of a secret, within a longer number too. */
export function holdsDigits(text: string, secret: string): boolean {
  if (!/^\+?\d[\d\s-]*$/.test(secret)) return false;
  const wanted = secret.replace(/\D/g, "");
  return wanted.length >= DIGITS_OF_A_SECRET && text.replace(/(?<=\d)[ -](?=\d)/g, "").includes(wanted);
}
