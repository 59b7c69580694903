// The guarantee: docs/integrate/errors.md lists every error that a program can get, and no other, and says
// of the temporary ones that repeating helps.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { errorCodesOf } from "@rokad/contract/call-errors";
import { calls } from "@rokad/contract/calls";
import { errorCodes, type ErrorCode } from "@rokad/contract/error-codes";
import { expect, test } from "vitest";

const guide = join(import.meta.dirname, "../../../docs/integrate/errors.md");

test("the guide has each error of the calls for programs once", async () => {
  const rows = (await readFile(guide, "utf8")).split("\n").flatMap((line) => {
    const [, code, , repeat] = /^\| `([A-Z_]+)` +\| ([^|]+)\| ([^|]+)\|/.exec(line) ?? [];
    return code === undefined ? [] : [{ code: code as ErrorCode, repeat: repeat?.trim() }];
  });
  const possible = new Set(calls.filter(({ scopes }) => scopes).flatMap(errorCodesOf));
  expect(rows.map(({ code }) => code).toSorted()).toEqual([...possible].toSorted());
  const temporary = rows.filter(({ code }) => [429, 500, 503].includes(errorCodes[code][0]));
  expect(temporary.length).toBeGreaterThan(3);
  expect(temporary.filter(({ repeat }) => repeat !== "yes")).toEqual([]);
  expect(rows.filter((row) => row.repeat === "yes")).toEqual(temporary);
});
