import fc from "fast-check";

/** Texts that separators, spreadsheets, YAML and careless code trip over. */
const awkward = [
  "",
  " ",
  "007",
  "1e5",
  "-0",
  "0x1F",
  ".inf",
  "true",
  "False",
  "null",
  "~",
  "yes",
  "2024-01-01",
  "12:30:00",
  "__proto__",
  "constructor",
  "toJSON",
  "<<",
  "=1+1",
  "@x",
  "- a",
  "a: b",
  "a #b",
  "? x",
  "&a",
  "*a",
  "!!str x",
  "%YAML",
  "---",
  "...",
  "[1]",
  '{"a":1}',
  '"',
  '""',
  '"quoted"',
  "'",
  "a|b;c,d\te",
  "first\nsecond",
  "first\r\nsecond\r",
  "\n",
  "\n\n a\n  b \n",
  "trailing ",
  "\ttab",
  "nothing\u0000\u0001\u007f\u0085\u2028\u2029\ufeff",
  "👩‍👩‍👧 café",
  "a very long line ".repeat(12),
  "first paragraph\n\n  indented\n\nlast paragraph\n",
];

export const wellFormed = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...awkward) },
  { weight: 2, arbitrary: fc.string({ maxLength: 12 }) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 8 }) },
);
const codeUnits = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
  maxLength: 6,
});
/** Also halves of surrogate pairs. */
export const anyText = fc.oneof({ weight: 5, arbitrary: wellFormed }, { weight: 1, arbitrary: codeUnits });
