import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { calls } from "@rokad/contract/calls";
import { errorCodesOf } from "@rokad/contract/call-errors";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";
import {
  errorCodesForPrograms,
  programDocument,
  type ApiDocument,
} from "../build/program-document.ts";
import { ProgramCalls } from "./generated/sdk.generated.ts";

const GZIPPED_BYTES_MAX = 15_000;

const openApi = JSON.parse(
  await readFile(new URL("../../../openapi.json", import.meta.url), "utf8"),
) as ApiDocument;
const forPrograms = calls.filter(({ scopes }) => scopes);

test("has a method for every call that a key may make, and for no other", () => {
  const methods = Object.getOwnPropertyNames(ProgramCalls.prototype);
  expect(methods.filter((name) => name !== "constructor").toSorted()).toEqual(
    forPrograms.map(({ name }) => name).toSorted(),
  );
});

test("knows every error code of these calls, and demands their idempotency keys", () => {
  const possible = new Set<string>(forPrograms.flatMap(errorCodesOf));
  expect(errorCodesForPrograms(openApi)).toEqual([...possible].toSorted());
  expect(programDocument(openApi).components.parameters["IdempotencyKey"]).toMatchObject({
    required: true,
  });
});

test("takes 15 kB at most, minified and gzipped, and imports nothing", async () => {
  const build = await rolldown({ input: new URL("rokad.ts", import.meta.url).pathname });
  const { output } = await build.generate({ minify: true });
  const [{ code, imports }, ...others] = output;
  expect([imports, others]).toEqual([[], []]);
  expect(gzipSync(code).length).toBeLessThan(GZIPPED_BYTES_MAX);
  process.stdout.write(`The SDK takes ${gzipSync(code).length} bytes gzipped\n`);
});
