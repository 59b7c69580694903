// The guarantee: the Python SDK can have every call of a key, with nothing but Node.js here.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { calls } from "@rokad/contract/calls";
import { expect, test } from "vitest";
import type { ApiDocument } from "../../packages/sdk/build/program-document.ts";
import { ROOT } from "../run-command.ts";
import { pythonDocument } from "./python-document.ts";
import { writeCalls } from "./write-calls.ts";

const openApi = JSON.parse(readFileSync(join(ROOT, "openapi.json"), "utf8")) as ApiDocument;
const document = pythonDocument(openApi);

test("each call of a key is a method of both classes, and no other call is", () => {
  const [, sync = "", async = ""] = writeCalls(document).split(/^class /m);
  const forPrograms = calls
    .filter(({ scopes }) => scopes)
    .map(({ name }) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    .toSorted();
  const methodsOf = (text: string) =>
    [...text.matchAll(/ def ([a-z]\w+)\(/g)].map(([, name]) => name).toSorted();
  expect(methodsOf(sync)).toEqual(forPrograms);
  expect(methodsOf(async)).toEqual(forPrograms);
});

test("a payout without a key can't be written, and a word of Python is no parameter", () => {
  const source = writeCalls(document);
  expect(source).toContain(
    "def create_payout(self, body: CreatePayoutRequest, *, idempotency_key: str)",
  );
  expect(source).toContain('"from": from_');
  expect(source).not.toMatch(/\bfrom: /);
});

test("no amount is a float, and each shape of a payout has a name", () => {
  const text = JSON.stringify(document);
  expect(text).not.toMatch(/"type":(\["number"|"number"(?!,"format":"decimal"))/);
  for (const shape of ["Upi", "Imps", "Saved"])
    expect(text).toContain(`"#/components/schemas/CreatePayoutRequest${shape}"`);
});

test("an answer that several calls share has the name of its schema", () => {
  const source = writeCalls(document);
  expect(source).toContain("def delete_webhook_endpoint(self, id: str) -> Done:");
  expect(source).toContain(") -> ListBankAccountsResponse:");
});
