// The guarantee: the fuzzer finds what it looks for. Each kind of fault is planted in an answer.
import { getBalance, exportWalletHistory } from "@rokad/contract/wallet";
import { initiatePayout } from "@rokad/contract/payouts";
import { listTenants } from "@rokad/contract/tenants";
import { expect, test } from "vitest";
import { logFaults, vitalFaults } from "./after-run.ts";
import { faultsIn, tellsApart } from "./judge.ts";
import type { People } from "./people.ts";
import { rawFaults } from "./raw-judge.ts";
import type { Planned } from "./requests.ts";
import type { Heard } from "./send.ts";

const victim = "01900000-0000-7000-8000-00000000abcd";
const people = { victim, victims: { payouts: ["01900000-0000-7000-8000-00000000beef"] } };

const asked: Planned = {
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
const balance = { main_balance: inr(1), held_balance: inr(0), last_updated: null };
const headers = {
  "content-type": "application/json; charset=utf-8",
  "content-security-policy": "default-src 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
};

function answer(data: object): Heard {
  return { status: 200, headers, text: JSON.stringify({ success: true, data }), ms: 1 };
}

function refusal(status: number, code: string, message: string, fields?: object): Heard {
  const error = { code, message, fields, request_id: "1" };
  return { status, headers, text: JSON.stringify({ success: false, error }), ms: 1 };
}

const judged = (heard: Heard, change: Partial<Planned> = {}) =>
  faultsIn({ ...asked, ...change }, heard, people as unknown as People).join("; ");

test("an answer and a refusal as they should be are no faults", () => {
  expect(judged(answer(balance))).toBe("");
  expect(judged(refusal(401, "NOT_SIGNED_IN", "Please sign in to continue"))).toBe("");
  expect(judged(refusal(403, "FORBIDDEN", "No"), { who: "retailer", call: listTenants })).toBe("");
});

const twice = "Something went wrong";
const planted: readonly [what: string, heard: Heard, change: Partial<Planned>, fault: RegExp][] = [
  ["a 500", refusal(500, "INTERNAL", twice), {}, /answered 500 INTERNAL/],
  ["an undocumented 503", refusal(503, "TRY_AGAIN", twice), {}, /answered 503/],
  ["no answer", { status: 0, headers: {}, text: "", ms: 9, failure: "no answer" }, {}, /no answer/],
  ["SQL", refusal(400, "INVALID_INPUT", 'relation "wallets" is not there'), {}, /machine speaks/],
  ["a trace", refusal(400, "INVALID_INPUT", "no\n  at run (a.js:1:2)"), {}, /machine speaks/],
  ["no words", refusal(400, "INVALID_INPUT", "x", { a: "Invalid input" }), {}, /No sentence/],
  ["an unknown code", refusal(400, "ODD", "x"), {}, /not in error-codes/],
  ["another's code", refusal(409, "PHONE_TAKEN", "x"), {}, /not among the call's/],
  ["a code's other status", refusal(400, "FORBIDDEN", "x"), {}, /FORBIDDEN came with 400/],
  ["an error of no shape", { ...answer({}), status: 400 }, {}, /not of the one shape/],
  ["a field missing", answer({ main_balance: inr(1) }), {}, /Not as the contract/],
  ["a field too many", answer({ ...balance, secret: 1 }), {}, /fields that are not declared/],
  ["no security header", { ...answer(balance), headers: {} }, {}, /lacks content-security/],
  ["a stranger let in", answer(balance), { who: "nobody" }, /nobody was let in/],
  ["a worthless token let in", answer(balance), { isNobody: true }, /worthless token/],
  ["a tenant let in", answer(balance), { call: listTenants }, /operator was let in/],
  ["a canary told", answer({ ...balance, name: "Zqcanary Payee" }), {}, /another tenant: zqcanary/],
  ["the victim's id told", answer({ ...balance, id: victim }), {}, /another tenant/],
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

test.for(planted)("%s is found", ([, heard, change, fault]) => {
  expect(judged(heard, change)).toMatch(fault);
});

test("a 404 that differs for another's id is found", () => {
  const none = refusal(404, "NOT_FOUND", "This payout was not found");
  expect(tellsApart(none, { ...none, text: none.text.replace('"1"', '"2"') })).toBeUndefined();
  expect(tellsApart(none, refusal(404, "NOT_FOUND", "Not yours"))).toMatch(/tells another's id/);
});

test("a connection that hangs, and an error in no shape on a socket, are found", () => {
  const what = { name: "x", parts: [], answers: 1 };
  expect(rawFaults(what, { heard: [], isClosed: false })).toHaveLength(1);
  const bare = { status: 431, head: "HTTP/1.1 431 x", body: "{}" };
  expect(rawFaults(what, { heard: [bare], isClosed: true })).toHaveLength(3);
});

test("memory, a blocked event loop, open handles and a telling log are found", () => {
  const calm = { heapMb: 50, residentMb: 200, handles: { TCPSocketWrap: 9 }, busyMsMax: 5 };
  expect(vitalFaults(calm, 20, calm)).toEqual([]);
  const sick = { ...calm, heapMb: 150, handles: { TCPSocketWrap: 99 } };
  expect(vitalFaults(calm, 2_000, sick)).toHaveLength(3);
  expect(logFaults(['{"level":30,"msg":"fine"}'])).toEqual([]);
  expect(logFaults(['{"level":50,"msg":"no"}'])).toHaveLength(1);
  expect(logFaults(['{"level":30,"to":"9876543210"}']).join()).toMatch(/a mobile number/);
});
