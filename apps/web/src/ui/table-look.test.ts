import { expect, test } from "vitest";
import { readLook } from "./table-look.ts";

test("a table looks as usual without a choice, and where the stored one can't be read", () => {
  for (const text of [null, "{", "null", "3", '{"hidden":"gst","isCompact":"yes"}'])
    expect({ text, look: readLook(text) }).toEqual({
      text,
      look: { hidden: [], isCompact: false },
    });
});

test("a stored choice is read", () => {
  const look = { hidden: ["gst", "ifsc"], isCompact: true };
  expect(readLook(JSON.stringify(look))).toEqual(look);
});
