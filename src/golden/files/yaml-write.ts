import { yamlLibrary } from "./libraries.js";

/** What a plain or a block scalar would lose or a reader trip over: control characters, halves of a surrogate pair, merge keys. */
const needsQuotes = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff]|\p{Surrogate}|^<<$|^\s|\s$|[^\S\n]\n/u;

export function writeYaml(goldens: readonly unknown[]): string {
  const { Document, Scalar, visit } = yamlLibrary();
  const document = new Document(goldens, { schema: "core", aliasDuplicateObjects: false });
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value === "string" && needsQuotes.test(node.value)) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER });
}
