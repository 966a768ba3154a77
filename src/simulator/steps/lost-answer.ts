/** What looks something up and does nothing else. */
const looks = "some|every|includes|startsWith|endsWith|test|has|find|findLast|match|search|filter|at|indexOf";

/** One statement, which is a look or a comparison, in the braces of a function. */
const lookAlone = new RegExp(`^!*[\\w$.?!\\[\\]]+\\??\\.(?:${looks})\\((?<rest>[^]*)\\);?$`);
const comparisonAlone = /^[\w$.?!\[\]()]+\s*(?:[=!]==?|[<>]=?)\s*[\w$.'"[\]-]+;?$/;
const body = /^(?:async\s*)?(?:\([^]*?\)|[\w$]+)\s*=>\s*\{(?<body>[^]*)\}$/;

/**
 * Whether a check surely forgets to return what it found, as `() => { calls.some(...) }` does: it would hold whatever the
 * agent did. Told by its text, and only where no other reading is left: what asserts by throwing returns nothing either.
 */
export function losesAnswer(check: (...args: never[]) => unknown): boolean {
  const statement = body.exec(String(check).trim())?.groups?.body?.trim() ?? "";
  if (/\b(?:expect|assert\w*|should|throw|return|await)\b/.test(statement)) return false;
  if (comparisonAlone.test(statement)) return true;
  const rest = lookAlone.exec(statement)?.groups?.rest;
  return rest !== undefined && isBalanced(rest);
}

/** The last parenthesis is that of the first call: nothing is chained to it, and nothing follows. */
function isBalanced(text: string): boolean {
  let depth = 0;
  for (const char of text) {
    if (char === "(") depth += 1;
    if (char === ")") depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
