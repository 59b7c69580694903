// The guarantee: a digit of any script is read as its own value, and what only looks like one is left.
import { expect, test } from "vitest";
import { asAscii } from "./as-ascii.ts";

test.each([
  ["Devanagari", "०१२३४५६७८९"],
  ["Bengali", "০১২৩৪৫৬৭৮৯"],
  ["Tamil", "௦௧௨௩௪௫௬௭௮௯"],
  ["Arabic-Indic", "٠١٢٣٤٥٦٧٨٩"],
  ["full-width", "０１２３４５６７８９"],
  ["Chakma", "𑄶𑄷𑄸𑄹𑄺𑄻𑄼𑄽𑄾𑄿"],
  ["Adlam", "𞥐𞥑𞥒𞥓𞥔𞥕𞥖𞥗𞥘𞥙"],
  ["mathematical bold", "𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗"],
  ["mathematical monospace", "𝟶𝟷𝟸𝟹𝟺𝟻𝟼𝟽𝟾𝟿"],
])("%s digits", (_, digits) => {
  expect(asAscii(digits)).toBe("0123456789");
});

test("every decimal digit of Unicode has the value that its script gives it", () => {
  const digits = Array.from({ length: 0x1_ff_ff }, (_, code) => code)
    .filter((code) => code < 0xd8_00 || code > 0xdf_ff)
    .map((code) => String.fromCodePoint(code))
    .filter((text) => /\p{Nd}/u.test(text));
  expect(digits.length % 10).toBe(0);
  expect(digits.map(asAscii).join("")).toBe("0123456789".repeat(digits.length / 10));
});

test.each(["711401234567²", "10½", "①", "₹१०²"])("%s keeps what is no decimal digit", (text) => {
  expect(asAscii(text)).not.toMatch(/^[ -~]*$/);
});
