// The guarantee: no log contains a secret, code, token, mobile number, account number or UPI ID.
// Runs last, over the logs of every server and test process.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { testLogs } from "../apps/server/test/test-log.ts";
import { findForbidden, textsOf, findForbiddenInLog } from "./forbidden-in-logs.ts";

describe("the search finds", () => {
  const examples: readonly (readonly [kind: string, line: string])[] = [
    ["a mobile number", '{"msg":"Sending to 9876543210"}'],
    ["a mobile number", '{"msg":"no","to":"+919876543210"}'],
    ["an account number", '{"err":{"message":"Key (account_number)=(000123456789) exists"}}'],
    ["an account number", '{"account":123456789012}'],
    ["a code", '{"msg":"481920 is your OTP"}'],
    ["an e-mail address or UPI id", '{"msg":"to someone@okbank"}'],
    ["a token", '{"req":{"authorization":"Bearer abc"}}'],
    ["a token", "eyJhbGciOiJIUzI1NiIsInR5cCI6.eyJ"],
    ["a secret", '{"why":"not accepted: StandInKeySecret00000001"}'],
    ["a secret", '{"headers":{"x-client-secret":"cfsk_payouts_4dd1"}}'],
    ["a key", '{"msg":"rk_test_4f0Kq7ZsB2nWcY8eLmTj1RxVhQpAgD3x4Qz is unknown"}'],
    ["a key", '{"headers":{"authorization":"Basic cnpwX3Rlc3RfMTpzZWNyZXQ="}}'],
  ];
  test.for(examples)("%s in %s", ([kind, line]) => {
    expect(textsOf(line).flatMap(findForbidden)).toContain(kind);
  });

  test("nothing in the fields of an ordinary line", () => {
    const line = JSON.stringify({
      level: 40,
      time: 1_795_000_000_123,
      pid: 123_456,
      payout: "0199a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b",
      req: { method: "POST", path: "/api/v1/payouts/initiate", id: "8d0f" },
      err: { stack: "Error: no\n    at run (file:///srv/rokad/apps/server/src/db.ts:120:14)" },
      msg: "A payout's outcome is unknown",
    });
    expect(textsOf(line).flatMap(findForbidden)).toEqual([]);
  });

  test("nothing in the time and size of a request, unless they are texts", () => {
    const line = { route: "/api/v1/live", ms: 481_920, bytes: 9_876_543_210 };
    expect(textsOf(JSON.stringify(line)).flatMap(findForbidden)).toEqual([]);
    const texts = JSON.stringify({ ...line, ms: "481920" });
    expect(textsOf(texts).flatMap(findForbidden)).toEqual(["a code"]);
  });
});

test("the logs of the tests contain no secret, code, account or mobile number [32.7]", () => {
  const files = readdirSync(testLogs).map((name) => join(testLogs, name));
  const lines = files.flatMap((file) => readFileSync(file, "utf8").split("\n").filter(Boolean));
  expect(lines.length, "logged lines").toBeGreaterThan(0);
  expect(findForbiddenInLog(lines)).toEqual([]);
});
