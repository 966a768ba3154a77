/** Keys that are known by how they look, wherever they stand: in what a model says too. */
export const shapes: readonly RegExp[] = [
  /\bsk-[\w-]{8,}/g,
  /(?<=\b(?:Bearer|Basic) )[\w.~+/=-]{8,}/gi,
  /\bAIza[\w-]{30,}/g,
  /\bya29\.[\w-]{20,}/g,
  /\bgh[pousr]_\w{30,}/g,
  /\bgithub_pat_\w{30,}/g,
  /\bglpat-[\w-]{20,}/g,
  /\bxox[a-z]-[\w-]{10,}/g,
  /\b(?:AKIA|ASIA)[A-Z\d]{16}\b/g,
  /\b[rsp]k_(?:live|test)_\w{10,}/g,
  /\b(?:hf|gsk|xai|pplx|r8|npm|whsec)[_-][A-Za-z\d]{20,}/g,
  /\bSG\.[\w-]{16,}\.[\w-]{16,}/g,
  /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]+/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  // `postgres://user:password@host`, `https://key@host`.
  /(?<=\b[a-z][a-z\d+.-]*:\/\/[^\s:@/]*:)[^\s@/]+(?=@)/gi,
  /(?<=\bhttps?:\/\/)(?=\w*\d)\w{16,}(?=@)/gi,
  // Telegram, Slack and Discord have them in the paths of addresses.
  /(?<=\/bot\d{3,}:)[\w-]{8,}/g,
  /\b\d{8,10}:[\w-]{35}\b/g,
  /(?<=hooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w/]{8,}/g,
  /(?<=discord(?:app)?\.com\/api\/webhooks\/\d{5,}\/)[\w-]{8,}/g,
];

const name =
  "(?:password|passwd|passphrase|passcode|pwd|(?<![a-z])pw|pass|pin|otp|(?<![a-z])cv[vc]2?|security[_-]?code|sess(?:ion)?[_-]?(?:id|key)|card[_-]?(?:number|no|num)|secret|(?<!(?:page|next|previous|continuation|pagination|sync|cursor|stop)[_-]?)token|jwt|api[_-]?key|access[_-]?key|account[_-]?key|private[_-]?key|secret[_-]?key|subscription[_-]?key|shared[_-]?key|credentials?)";
const inAddress =
  "(?:auth|code|key|sig|signature|sid|session|[\\w-]*[_-](?:key|signature|credential)|[\\w-]*session[_-]?id)";

/** What stands under a name in an address, a form, a connection string, or JSON or XML within a text: nothing that a model says. */
export const named: readonly RegExp[] = [
  new RegExp(`(?<=(?:^|[?&#;,\\s"'({])[\\w.-]*${name}=)[^&#;\\s"'<>]+`, "gi"),
  new RegExp(`(?<=(?:^|[?&#])${inAddress}=)[^&#\\s"'<>]+`, "gi"),
  new RegExp(`(?<="[\\w-]*${name}\\\\?"\\s{0,9}:\\s{0,9}\\\\?")(?:[^"\\\\]|\\\\[^"])+`, "gi"),
  // An element of XML.
  new RegExp(`(?<=<(?:\\w+:)?[\\w-]*${name}>)[^<>]+(?=</)`, "gi"),
];

/** A number under such a name, in JSON within a text. */
export const namedNumber = new RegExp(`(?<="[\\w-]*${name}\\\\?"\\s{0,9}:\\s{0,9})\\d{4,}\\b`, "gi");

/** What messages of errors quote: "Incorrect API key provided: abc123def". */
export const quoted: RegExp =
  /(?<=\b(?:key|token|secret|password|passphrase)(?: provided| is| was)?[:=]? ?["'`]?)(?<=[\s"'`:=])(?=[\w.~+/=-]*\d)(?=[\w.~+/=-]*[A-Za-z])[\w.~+/=-]{8,}/gi;
