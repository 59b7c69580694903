// The guarantee: the fuzzer finds every kind of fault. Each test response has one.
import { getBalance, exportWalletHistory } from "@rokad/contract/wallet";
import { listApiRequests } from "@rokad/contract/api-requests";
import { listEvents } from "@rokad/contract/events";
import { initiatePayout } from "@rokad/contract/payouts";
import { sendOtp } from "@rokad/contract/sign-in";
import { listTenants } from "@rokad/contract/tenants";
import { expect, test } from "vitest";
import { findLogFaults, findResourceFaults } from "./check-after-run.ts";
import { findFaults, findDifference, findRepeatFault, findReuseFault } from "./check-response.ts";
import type { People } from "./people.ts";
import { findRawFaults } from "./check-raw-response.ts";
import type { PlannedRequest } from "./plan-request.ts";
import type { HttpResponse } from "./http-client.ts";

const victim = "01900000-0000-7000-8000-00000000abcd";
const people = { victim, victims: { payouts: ["01900000-0000-7000-8000-00000000beef"] } };

const request: PlannedRequest = {
  number: 1,
  endpoint: "getWalletBalance",
  kind: "valid",
  who: "operator",
  call: getBalance,
  method: "GET",
  path: "/api/v1/wallet/balance",
  headers: {},
};
const inr = (amount: number) => ({ amount, currency: "INR" });
const balance = {
  main_balance: inr(1),
  held_balance: inr(0),
  receivable: inr(0),
  closing_since: null,
  last_updated: null,
  funds_queue: {
    is_on: false,
    wait_hours: 96,
    count: 0,
    total: inr(0),
    missing: inr(0),
    first_expires_at: null,
  },
  request_holds: { at_submission: false, count: 0, total: inr(0) },
};
const headers = {
  "content-type": "application/json; charset=utf-8",
  "content-security-policy": "default-src 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
};

function answer(data: object): HttpResponse {
  return { status: 200, headers, text: JSON.stringify({ success: true, data }), ms: 1 };
}

function errorResponse(
  status: number,
  code: string,
  message: string,
  fields?: object,
): HttpResponse {
  const error = { code, message, fields, request_id: "1" };
  return { status, headers, text: JSON.stringify({ success: false, error }), ms: 1 };
}

const faultsOf = (response: HttpResponse, change: Partial<PlannedRequest> = {}) =>
  findFaults({ ...request, ...change }, response, people as unknown as People).join("; ");

test("finds every cookie but the one that binds a sign-in code", () => {
  const cookie = `rokad_browser=${"a".repeat(43)}; Path=/api/v1/auth; Max-Age=1; HttpOnly; SameSite=Strict`;
  const setting = (value: string): HttpResponse => ({
    status: 200,
    headers: { ...headers, "set-cookie": value },
    text: JSON.stringify({ success: true, message: "OTP sent" }),
    ms: 1,
  });
  const sending = {
    endpoint: "sendOtp",
    call: sendOtp,
    method: "POST",
    path: "/api/v1/auth/send-otp",
  } as const;
  expect(faultsOf(setting(cookie), sending)).not.toContain("cookie");
  expect(faultsOf(setting(cookie))).toContain("The response sets a cookie");
  expect(faultsOf(setting(cookie.replace("; HttpOnly", "")), sending)).toContain("sets a cookie");
  expect(faultsOf(setting("session=1"), sending)).toContain("sets a cookie");
});

test("finds no fault in a correct answer and a correct error", () => {
  expect(faultsOf(answer(balance))).toBe("");
  expect(faultsOf(errorResponse(401, "NOT_SIGNED_IN", "Please sign in to continue"))).toBe("");
  expect(
    faultsOf(errorResponse(403, "FORBIDDEN", "No"), { who: "retailer", call: listTenants }),
  ).toBe("");
});

const twice = "Something went wrong";
const faulty: readonly [
  title: string,
  response: HttpResponse,
  change: Partial<PlannedRequest>,
  fault: RegExp,
][] = [
  ["a 500", errorResponse(500, "INTERNAL", twice), {}, /with 500 INTERNAL/],
  ["an undocumented 503", errorResponse(503, "TRY_AGAIN", twice), {}, /with 503/],
  [
    "a missing response",
    { status: 0, headers: {}, text: "", ms: 9, failure: "no answer" },
    {},
    /No response/,
  ],
  [
    "SQL in a message",
    errorResponse(400, "INVALID_INPUT", 'relation "wallets" is not there'),
    {},
    /Technical text/,
  ],
  [
    "a stack trace",
    errorResponse(400, "INVALID_INPUT", "no\n  at run (a.js:1:2)"),
    {},
    /Technical text/,
  ],
  [
    "a default validation message",
    errorResponse(400, "INVALID_INPUT", "x", { a: "Invalid input" }),
    {},
    /default message/,
  ],
  ["an unknown code", errorResponse(400, "ODD", "x"), {}, /not in error-codes/],
  ["a code of another call", errorResponse(409, "PHONE_TAKEN", "x"), {}, /not one of the call's/],
  [
    "a wrong status for a code",
    errorResponse(400, "FORBIDDEN", "x"),
    {},
    /FORBIDDEN has the status 400/,
  ],
  ["an error of another shape", { ...answer({}), status: 400 }, {}, /not have the error shape/],
  ["a missing field", answer({ main_balance: inr(1) }), {}, /not match the contract/],
  ["an undeclared field", answer({ ...balance, secret: 1 }), {}, /fields that are not declared/],
  [
    "a missing security header",
    { ...answer(balance), headers: {} },
    {},
    /missing: content-security/,
  ],
  ["a caller without a token", answer(balance), { who: "anonymous" }, /anonymous was allowed in/],
  ["an accepted invalid token", answer(balance), { isInvalidToken: true }, /invalid token/],
  [
    "a tenant in a super admin's call",
    answer(balance),
    { call: listTenants },
    /operator was allowed in/,
  ],
  [
    "a leaked canary",
    answer({ ...balance, name: "Zqcanary Payee" }),
    {},
    /another tenant: zqcanary/,
  ],
  ["a leaked id of the victim", answer({ ...balance, id: victim }), {}, /another tenant/],
  [
    "a program without the scope of the call",
    answer(balance),
    { who: "requesting program" },
    /requesting program was allowed in/,
  ],
  [
    "an event that the scopes of the program do not cover",
    answer([{ type: "beneficiary.created" }]),
    { call: listEvents, who: "reading program" },
    /reads an event of beneficiary.created/,
  ],
  [
    "a leak in the request log beside the paths of the business itself",
    answer([{ path: `/api/v1/payouts/${victim}`, key: { name: "Zqcanary key" } }]),
    { call: listApiRequests },
    /another tenant: zqcanary/,
  ],
  [
    "a payout without authorisation",
    { ...answer(balance), status: 201 },
    { call: initiatePayout, isAuthorised: false },
    /without its authorisation/,
  ],
  [
    "a formula in a file",
    {
      status: 200,
      headers: { ...headers, "content-type": "text/csv" },
      text: "a,b\n1,=cmd|x",
      ms: 1,
    },
    { call: exportWalletHistory },
    /A cell is a formula/,
  ],
];

test.for(faulty)("finds %s", ([, response, change, fault]) => {
  expect(faultsOf(response, change)).toMatch(fault);
});

test("finds an id of the victim in the request log, except in a path that the caller sent", () => {
  const log = (row: object) => faultsOf(answer([row]), { call: listApiRequests });
  expect(log({ path: `/api/v1/payouts/${victim}` })).not.toMatch(/another tenant/);
  expect(log({ request_id: victim, path: "/api/v1/payouts" })).toMatch(/another tenant/);
});

test("finds a repeat that is lost, unmarked, or creates another payout, and a reused key", () => {
  const first = answer({ id: "1", status: "pending" });
  const replayed = { ...headers, "idempotency-replayed": "true" };
  const repeat = { ...answer({ id: "1", status: "success" }), headers: replayed };
  expect(findRepeatFault(first, repeat)).toBeUndefined();
  expect(findRepeatFault(first, { ...repeat, headers })).toMatch(/lacks Idempotency-Replayed/);
  expect(findRepeatFault(first, { ...answer({ id: "2" }), headers: replayed })).toMatch(
    /gets another answer/,
  );
  const refused = errorResponse(409, "IDEMPOTENCY_KEY_REUSED", "No");
  expect(findRepeatFault(first, refused)).toMatch(/gets 409/);
  expect(findReuseFault(refused)).toBeUndefined();
  expect(findReuseFault(first)).toMatch(/accepted with another body/);
});

test("finds a 404 that differs for another tenant's id", () => {
  const none = errorResponse(404, "NOT_FOUND", "This payout was not found");
  expect(findDifference(none, { ...none, text: none.text.replace('"1"', '"2"') })).toBeUndefined();
  expect(findDifference(none, errorResponse(404, "NOT_FOUND", "Not yours"))).toMatch(
    /Another tenant's id/,
  );
});

test("finds a connection that hangs, and an error of another shape on a socket", () => {
  const rawCase = { name: "x", parts: [], answers: 1 };
  expect(findRawFaults(rawCase, { responses: [], isClosed: false })).toHaveLength(1);
  const bare = { status: 431, head: "HTTP/1.1 431 x", body: "{}" };
  expect(findRawFaults(rawCase, { responses: [bare], isClosed: true })).toHaveLength(3);
});

test("finds memory growth, a blocked event loop, open handles and personal data in the log", () => {
  const healthy = { heapMb: 50, residentMb: 200, handles: { TCPSocketWrap: 9 }, busyMsMax: 5 };
  expect(findResourceFaults(healthy, 20, healthy)).toEqual([]);
  const strained = { ...healthy, heapMb: 150, handles: { TCPSocketWrap: 99 } };
  expect(findResourceFaults(healthy, 2_000, strained)).toHaveLength(3);
  expect(findLogFaults(['{"level":30,"msg":"fine"}'])).toEqual([]);
  expect(findLogFaults(['{"level":50,"msg":"no"}'])).toHaveLength(1);
  expect(findLogFaults(['{"level":30,"to":"9876543210"}']).join()).toMatch(/a mobile number/);
});
