// The guarantee: an error code that the server throws is in the API document, with its status, and
// the document lists no code that the server never throws. The compiler holds the first half too.
import { errorCodes, isErrorCode } from "@rokad/contract/error-codes";
import { openApiDocument } from "@rokad/contract/openapi";
import { expect, test } from "vitest";
import { listSources, readText } from "./list-files.ts";

const sources = listSources()
  .filter((path) => path.startsWith("apps/server/src/") && !path.endsWith(".test.ts"))
  .map((path) => readText(path));

/** `new ApiError(404, "NOT_FOUND", …)`. */
const thrown = sources.flatMap((text) =>
  [...text.matchAll(/new (?:Refusal|ApiError)\(\s*(\d{3}),\s*"([A-Z_]+)"/g)].map(
    ([, status = "", code = ""]) => ({ status: Number(status), code }),
  ),
);

test("the search sees the server's errors, so that the tests below mean something", () => {
  expect(thrown.length).toBeGreaterThan(60);
});

test("every code that the server throws is in the document's enumeration, with its status", () => {
  const { ErrorCode } = openApiDocument().components.schemas;
  const unknown = thrown.filter(({ code }) => !ErrorCode?.enum?.includes(code));
  expect(unknown).toEqual([]);
  const otherStatus = thrown.filter(
    ({ code, status }) => isErrorCode(code) && errorCodes[code][0] !== status,
  );
  expect(otherStatus).toEqual([]);
});

test("every code in the document is thrown somewhere", () => {
  const text = sources.join("\n");
  expect(Object.keys(errorCodes).filter((code) => !text.includes(`"${code}"`))).toEqual([]);
});
