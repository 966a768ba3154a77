/** The words of a name: those of `dbPassword`, `DB_PASSWORD` and `db-password` are the same. */
function wordsOf(name: string): readonly string[] {
  const spaced = name.replace(/([a-z\d])(?=[A-Z])/g, "$1 ").replace(/([A-Z])(?=[A-Z][a-z])/g, "$1 ");
  return spaced
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== "");
}

/** Say nothing about what the name is of: `password_confirmation`, `token_value`. */
const trailing = /^(?:value|hash|confirm|confirmation|plain|raw|again|repeat|text|\d+)$/;

const secret =
  /^(?:password|passwd|passphrase|passcode|pwd|pw|pin|otp|cvv2?|cvc2?|secret|secrets|token|jwt|bearer|auth|authorization|credential|credentials|apikey|accesskey|secretkey|privatekey|authtoken|accesstoken|connectionstring|sessionid|sessid|phpsessid|jsessionid|sessionkey|cardnumber)$/;
const secretPair =
  /^(?:(?:api|access|secret|private|auth|encryption|signing|subscription|account|shared|master|license|service|storage|function|admin) key|(?:db|database|user|smtp|ftp|mail|admin|login|root) pass|pin code|security code|connection string|conn str|session (?:id|key)|card (?:number|no|num))$/;

/** Which page or piece: `next_page_token`, `stop_token`. */
const countsOrPlaces =
  /^(?:page|next|prev|previous|continuation|pagination|sync|cursor|stop|pad|eos|bos|unk|sep|mask|cls|start|end|first|last) token$/;

/** Whether what goes by such a name is a secret of whoever has it. A plural, as in `max_tokens`, is a count. */
export function isSecretName(name: string): boolean {
  const words = wordsOf(name);
  const end = words.findLastIndex((word) => !trailing.test(word)) + 1;
  const [last = "", pair = ""] = [words[end - 1], words.slice(Math.max(0, end - 2), end).join(" ")];
  if (words.join(" ") === "pass") return true;
  return secretPair.test(pair) || (secret.test(last) && !countsOrPlaces.test(pair));
}

/** A group of secrets, whatever each is called. */
export const isSecretGroup = (name: string): boolean => /(?:^|[_-])(?:credentials?|secrets)$/i.test(name);

/** Of a group of secrets: who they are of, and what kind they are. */
export const isNoSecretOfGroup = (name: string): boolean =>
  /^(?:type|kind|scheme|user|username|user_?name|name|email|id|region|host)$/i.test(name);

/** Whether a request that has such a header is let in for it. */
export const isSecretHeader = (name: string): boolean =>
  isSecretName(name) || isCookieHeader(name) || /[-_](?:key|signature|session|access)$/i.test(name);

/** Cookies are dropped: a replay sends none. */
export const isCookieHeader = (name: string): boolean => /^(?:set-)?cookie2?$/i.test(name);

const plainHeader =
  /^(?:accept(?:-.+)?|age|allow|cache-control|content-.+|date|etag|expect|expires|from|host|if-.+|last-modified|link|location|mcp-protocol-version|openai-(?:beta|model|processing-ms|version)|anthropic-(?:beta|version)|origin|pragma|preference-applied|prefer|range|referer|referrer-policy|retry-after|retry-after-ms|server|traceparent|tracestate|user-agent|vary|via|x-powered-by|x-requested-with|x-should-retry|access-control-.+|(?:.+-)?(?:request|correlation)-id|(?:.+-)?rate-?limit(?:-.+)?|.+-(?:version|total|count|page|pages|per-page|limit|offset|remaining|reset|language|encoding|region|duration|ms))$/i;
const plainValue = /^(?:true|false|-?\d{1,12}(?:\.\d+)?(?:ms|s)?)$/i;

/** Whether a header may be read by everybody. Who knows what others are for: their values are not written. */
export const isPlainHeader = (name: string, value: string): boolean =>
  !isSecretName(name) && (plainHeader.test(name) || plainValue.test(value));
