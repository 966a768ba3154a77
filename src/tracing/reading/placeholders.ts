const word = "(?:redacted|filtered|masked|hidden|removed|scrubbed)";
const placeholder = new RegExp(
  String.raw`^(?:[_[<({*#]+\s*${word}(?:[\s:_-][^\])>}]*?)?\s*[_\])>}*#]+|redacted(?:-by-\w+)?|\*{3,}|\u2022{3,}|\u2588{2,})$`,
  "i",
);

/**
 * Whether a text is what instrumentations and gateways write in place of one that they were told to hide: `__REDACTED__`
 * (OpenInference), `redacted-by-litellm`, `[REDACTED]`, `<hidden>`, `***`.
 */
export const isPlaceholder = (value: unknown): boolean =>
  typeof value === "string" && value.length >= 2 && value.length <= 60 && placeholder.test(value.trim());
