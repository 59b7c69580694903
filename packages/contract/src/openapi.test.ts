// The guarantee: the document that integrators read is complete and tells the truth.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { calls } from "./calls.ts";
import { isErrorCode } from "./error-codes.ts";
import { openApiDocument } from "./openapi.ts";
import { everyExample as examples } from "./openapi-every-example.ts";

test("openapi.json is the snapshot of the contract as it stands", () => {
  const snapshot = readFileSync(join(import.meta.dirname, "../../../openapi.json"), "utf8");
  expect(JSON.parse(snapshot)).toEqual(openApiDocument());
});

test("every call has an operation of its own name", () => {
  const operations = Object.values(openApiDocument().paths).flatMap((path) => Object.values(path));
  const names = operations.map((operation) => (operation as { operationId: string }).operationId);
  expect(names.toSorted()).toEqual(calls.map((call) => call.name).toSorted());
  expect(new Set(names).size).toBe(calls.length);
});

test("every error that a call tells of has a status and a meaning", () => {
  const told = calls.flatMap((call) => call.errors ?? []);
  expect(told.filter((code) => !isErrorCode(code))).toEqual([]);
});

test.for(Object.entries(examples))("the example of %s is one", ([name, { request, answer }]) => {
  const call = calls.find((one) => one.name === name);
  if (!call || typeof call.answer === "string")
    throw new Error(`There is no call ${name} with an answer`);
  if (request !== undefined) expect(call.body?.safeParse(request)).toMatchObject({ success: true });
  if (answer !== undefined) expect(call.answer.safeParse(answer).data).toEqual(answer);
});
