// The guarantee: the document that integrators read is complete and true.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Call } from "./call.ts";
import { calls } from "./calls.ts";
import { errorCodes, isErrorCode } from "./error-codes.ts";
import { openApiDocument } from "./openapi.ts";
import { mayBeMadeByKey } from "./openapi-describe.ts";
import { tags } from "./tags.ts";

const document = openApiDocument();
const operations = Object.values(document.paths).flatMap(
  (path) => Object.values(path) as Operation[],
);
const forPrograms = calls.filter(mayBeMadeByKey).map((call) => [call.name, call] as const);

test("openapi.json is the snapshot of the contract as it stands", () => {
  const snapshot = readFileSync(join(import.meta.dirname, "../../../openapi.json"), "utf8");
  expect(JSON.parse(snapshot)).toEqual(document);
});

test("every call has an operation of its own name", () => {
  const names = operations.map(({ operationId }) => operationId);
  expect(names.toSorted()).toEqual(calls.map((call) => call.name).toSorted());
  expect(new Set(names).size).toBe(calls.length);
});

test("every error that a call tells of has a status and a meaning", () => {
  const codes = calls.flatMap((call) => call.errors ?? []);
  expect(codes.filter((code) => !isErrorCode(code))).toEqual([]);
});

test("every tag has calls, and every call has one tag of the list", () => {
  const used = operations.map((operation) => operation.tags);
  expect(used.filter((of) => of.length !== 1)).toEqual([]);
  expect(new Set(used.flat())).toEqual(new Set(Object.keys(tags)));
});

test("every request body is a component with a name", () => {
  const schemas = operations.flatMap(({ requestBody }) =>
    requestBody ? [requestBody.content["application/json"].schema] : [],
  );
  expect(schemas).toHaveLength(calls.filter(({ body }) => body).length);
  expect(schemas.filter(({ $ref }) => !$ref?.startsWith("#/components/schemas/"))).toEqual([]);
});

test("an error's code is one of the list, and of the codes of its call and status", () => {
  const { ErrorCode, Error } = document.components.schemas as Record<string, Schema>;
  expect(ErrorCode?.enum).toEqual(Object.keys(errorCodes));
  expect(Error?.properties?.["error"]?.properties?.["code"]).toEqual({
    $ref: "#/components/schemas/ErrorCode",
  });
  for (const [name, response] of Object.entries(document.components.responses)) {
    const codes = JSON.stringify(response).match(/"enum":(\[[^\]]+\])/)?.[1];
    const listed = JSON.parse(codes ?? "[]") as string[];
    expect([name, listed.length > 0, listed.every(isErrorCode)]).toEqual([name, true, true]);
  }
  const { responses } = operations.find(({ operationId }) => operationId === "verifyPayoutOtp")!;
  expect(responses["400"]).toEqual({
    $ref: expect.stringContaining("OtpExpiredOrOtpInvalidOrOtpTriesUsedUp"),
  });
});

test.for(forPrograms)("%s has an example that its schemas accept", ([, call]) => {
  const { request, answer } = examplesOf(call);
  if (call.body) expect(call.body.safeParse(request)).toMatchObject({ success: true });
  if (typeof call.answer === "string") return;
  expect(answer).toBeDefined();
  expect(call.answer.safeParse(answer).data).toEqual(answer);
});

test("a call of the console alone has only an example by hand, which its schemas accept", () => {
  const others = calls.filter((call) => !mayBeMadeByKey(call));
  expect(others.length).toBeGreaterThan(100);
  for (const call of others) {
    const { request, answer } = examplesOf(call);
    expect([call.name, request]).toEqual([call.name, call.example?.request]);
    if (request !== undefined) expect(call.body?.safeParse(request).success).toBe(true);
    if (typeof call.answer === "string") continue;
    expect([call.name, answer]).toEqual([call.name, call.example?.answer]);
    if (answer !== undefined) expect(call.answer.safeParse(answer).data).toEqual(answer);
  }
});

test("an example that a call has of its own is the one in the document", () => {
  const own = calls.filter(({ example }) => example);
  expect(own.length).toBeGreaterThan(20);
  for (const call of own) expect(examplesOf(call)).toMatchObject(call.example ?? {});
});

function examplesOf(call: Call) {
  const { requestBody, responses } = operationOf(call);
  const isJson = typeof call.answer !== "string";
  const answer = isJson ? (responses[call.status ?? 200] as Content) : undefined;
  return {
    request: requestBody?.content["application/json"].example,
    answer: answer?.content["application/json"].example,
  };
}

function operationOf({ name }: Call): Operation {
  return operations.find(({ operationId }) => operationId === name)!;
}

interface Operation {
  operationId: string;
  tags: string[];
  requestBody?: Content;
  responses: Record<string, unknown>;
}
interface Content {
  content: { "application/json": { schema: Schema; example?: unknown } };
}
interface Schema {
  $ref?: string;
  enum?: string[];
  properties?: Record<string, Schema>;
}
