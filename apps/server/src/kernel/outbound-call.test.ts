// The guarantee: a call that moved nothing is distinguished from one that may have moved money, and
// no error contains a key or an account number.
import { afterEach, beforeEach, expect, test } from "vitest";
import { openStandIn, type StandIn, type Fault } from "../../test/stand-ins/stand-in-server.ts";
import { sendRequest, type OutboundRequest } from "./outbound-call.ts";
import { NotAcceptedError, OutcomeUnknownError } from "./outbound-errors.ts";

let far: StandIn;
let acted = 0;
beforeEach(async () => {
  acted = 0;
  far = await openStandIn(({ path }) => {
    acted += 1;
    return path === "/missing"
      ? { status: 404, json: { error: "none" } }
      : { status: 200, json: { ok: true } };
  });
});
afterEach(() => far.close());

const request = (change: Partial<OutboundRequest> = {}): OutboundRequest => ({
  method: "POST",
  url: `${far.url}/pay?account=000123456789`,
  headers: { authorization: "Basic c2VjcmV0" },
  body: { account_number: "000123456789" },
  timeoutMs: 300,
  ...change,
});

test("returns a response, also one with an error status", async () => {
  expect(await sendRequest(request())).toMatchObject({ status: 200, json: { ok: true } });
  const missing = await sendRequest(request({ url: `${far.url}/missing` }));
  expect(missing).toMatchObject({ status: 404, json: { error: "none" } });
});

test("sends URLSearchParams as a form", async () => {
  await sendRequest(request({ body: new URLSearchParams({ To: "+91 9", Body: "a&b" }) }));
  expect(far.requests[0]?.headers["content-type"]).toContain("application/x-www-form-urlencoded");
  expect(far.requests[0]?.body).toBe("To=%2B91+9&Body=a%26b");
});

test("a refused connection is a request that was not accepted", async () => {
  await far.down();
  await expect(sendRequest(request())).rejects.toThrow(NotAcceptedError);
  await far.up();
  await expect(sendRequest(request())).resolves.toMatchObject({ status: 200 });
});

const unclear: readonly [string, Fault, number][] = [
  ["a connection cut before the provider acted", { kind: "cut", acts: false }, 0],
  ["a connection cut after the provider acted", { kind: "cut", acts: true }, 1],
  ["a connection cut during the response", { kind: "cut mid-body", acts: true }, 1],
  ["silence before the provider acted", { kind: "silent", acts: false }, 0],
  ["silence after the provider acted", { kind: "silent", acts: true }, 1],
  ["a timeout", { kind: "slow", acts: true, ms: 2_000 }, 1],
  ["500", { kind: "status", acts: false, status: 500 }, 0],
  ["502 after the provider acted", { kind: "status", acts: true, status: 502 }, 1],
  ["a redirect", { kind: "status", acts: false, status: 302, headers: { location: "/" } }, 0],
  ["a response that is not JSON", { kind: "garbage", acts: true }, 1],
];

test.for(unclear)("%s: the outcome is unknown", async ([, fault, acts]) => {
  far.planFault(fault);
  const error = await sendRequest(request()).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(OutcomeUnknownError);
  expect(error).not.toBeInstanceOf(NotAcceptedError);
  expect(acted).toBe(acts);
  expect(far.requests).toHaveLength(1);
});

test("429 gives a time to wait, in seconds or as a date, of at most an hour", async () => {
  const inAMinute = new Date(Date.now() + 60_000).toUTCString();
  const waits = [];
  for (const after of ["7", inAMinute, "999999", "soon"]) {
    far.planFault({ kind: "status", acts: false, status: 429, headers: { "retry-after": after } });
    const error = await sendRequest(request()).catch((thrown: unknown) => thrown);
    waits.push((error as OutcomeUnknownError).retryAfterMs);
  }
  expect(waits[0]).toBe(7_000);
  expect(waits[1]).toBeGreaterThan(50_000);
  expect(waits.slice(2)).toEqual([60 * 60_000, undefined]);
});

test("no error contains what was sent", async () => {
  const errors: string[] = [];
  const collect = (error: unknown) =>
    errors.push(JSON.stringify(error), String((error as Error).stack));
  for (const [, fault] of unclear) {
    far.planFault(fault);
    await sendRequest(request()).catch(collect);
  }
  await far.down();
  await sendRequest(request()).catch(collect);
  expect(errors.length).toBe(2 * (unclear.length + 1));
  expect(errors.join("\n")).not.toMatch(/000123456789|c2VjcmV0/);
});
