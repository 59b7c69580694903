// The guarantee: a call that moved nothing is told apart from one that may have moved money, and
// no error tells a key or an account.
import { afterEach, beforeEach, expect, test } from "vitest";
import { openFarSide, type FarSide, type Fault } from "../../test/stand-ins/far-side.ts";
import { ask, type Question } from "./ask.ts";
import { NotTakenError, OutcomeUnknownError } from "./provider.ts";

let far: FarSide;
let acted = 0;
beforeEach(async () => {
  acted = 0;
  far = await openFarSide(({ path }) => {
    acted += 1;
    return path === "/missing"
      ? { status: 404, json: { error: "none" } }
      : { status: 200, json: { ok: true } };
  });
});
afterEach(() => far.close());

const question = (change: Partial<Question> = {}): Question => ({
  method: "POST",
  url: `${far.url}/pay?account=000123456789`,
  headers: { authorization: "Basic c2VjcmV0" },
  body: { account_number: "000123456789" },
  timeoutMs: 300,
  ...change,
});

test("hands over an answer, a refusal too", async () => {
  expect(await ask(question())).toMatchObject({ status: 200, json: { ok: true } });
  const missing = await ask(question({ url: `${far.url}/missing` }));
  expect(missing).toMatchObject({ status: 404, json: { error: "none" } });
});

test("sends a form where it is given one", async () => {
  await ask(question({ body: new URLSearchParams({ To: "+91 9", Body: "a&b" }) }));
  expect(far.requests[0]?.headers["content-type"]).toContain("application/x-www-form-urlencoded");
  expect(far.requests[0]?.body).toBe("To=%2B91+9&Body=a%26b");
});

test("nobody listens: certainly not taken", async () => {
  await far.down();
  await expect(ask(question())).rejects.toThrow(NotTakenError);
  await far.up();
  await expect(ask(question())).resolves.toMatchObject({ status: 200 });
});

const unclear: readonly [string, Fault, number][] = [
  ["cut off before it acted", { kind: "cut", acts: false }, 0],
  ["cut off after it acted", { kind: "cut", acts: true }, 1],
  ["cut off in the middle of the answer", { kind: "cut mid-body", acts: true }, 1],
  ["silent before it acted", { kind: "silent", acts: false }, 0],
  ["silent after it acted", { kind: "silent", acts: true }, 1],
  ["too slow", { kind: "slow", acts: true, ms: 2_000 }, 1],
  ["500", { kind: "status", acts: false, status: 500 }, 0],
  ["502 after it acted", { kind: "status", acts: true, status: 502 }, 1],
  ["a redirect", { kind: "status", acts: false, status: 302, headers: { location: "/" } }, 0],
  ["not JSON", { kind: "garbage", acts: true }, 1],
];

test.for(unclear)("%s: the outcome is unknown", async ([, fault, acts]) => {
  far.plan(fault);
  const error = await ask(question()).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(OutcomeUnknownError);
  expect(error).not.toBeInstanceOf(NotTakenError);
  expect(acted).toBe(acts);
  expect(far.requests).toHaveLength(1);
});

test("429 tells how long to wait, in seconds or as a date, an hour at the most", async () => {
  const inAMinute = new Date(Date.now() + 60_000).toUTCString();
  const waits = [];
  for (const after of ["7", inAMinute, "999999", "soon"]) {
    far.plan({ kind: "status", acts: false, status: 429, headers: { "retry-after": after } });
    const error = await ask(question()).catch((thrown: unknown) => thrown);
    waits.push((error as OutcomeUnknownError).retryAfterMs);
  }
  expect(waits[0]).toBe(7_000);
  expect(waits[1]).toBeGreaterThan(50_000);
  expect(waits.slice(2)).toEqual([60 * 60_000, undefined]);
});

test("no error tells what was sent", async () => {
  const told: string[] = [];
  const note = (error: unknown) => told.push(JSON.stringify(error), String((error as Error).stack));
  for (const [, fault] of unclear) {
    far.plan(fault);
    await ask(question()).catch(note);
  }
  await far.down();
  await ask(question()).catch(note);
  expect(told.length).toBe(2 * (unclear.length + 1));
  expect(told.join("\n")).not.toMatch(/000123456789|c2VjcmV0/);
});
