// The guarantee: a request whose answer was lost is repeated with its key, and another one never is.
import { approveDeposit } from "@rokad/contract/deposit-reviews";
import { setTenantStatus } from "@rokad/contract/tenants";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError, NoAnswerError } from "./api-error.ts";

const send = vi.fn();
vi.mock("./client.ts", () => ({ send: (...args: unknown[]) => send(...args) as unknown }));

const { approvalKeptMs, sendIdempotent } = await import("./send-idempotent.ts");

let stored: Record<string, string>;

beforeEach(() => {
  vi.useFakeTimers();
  const methods = {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => {
      stored[key] = value;
    },
    removeItem: (key: string) => void Reflect.deleteProperty(stored, key),
  };
  // As in a browser, its keys are those of what is stored.
  stored = Object.create(methods) as Record<string, string>;
  vi.stubGlobal("localStorage", stored);
  send.mockReset().mockRejectedValue(new NoAnswerError("The server did not answer"));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const approve = (note?: string) =>
  sendIdempotent(
    approveDeposit,
    { params: { id: "d1" }, body: { note } },
    { keptMs: approvalKeptMs },
  ).catch(() => undefined);
const activate = (seen: string) =>
  sendIdempotent(
    setTenantStatus,
    { params: { id: "t1" }, body: { isActive: true } },
    { keptMs: approvalKeptMs, seen },
  ).catch(() => undefined);
const sent = () =>
  send.mock.calls.map(([, , options]) => (options as { idempotencyKey: string }).idempotencyKey);
/** How many different keys were sent. */
const keys = () => new Set(sent()).size;

test("an approval without an answer keeps its key for 10 minutes", async () => {
  await approve();
  vi.advanceTimersByTime(approvalKeptMs - 1);
  await approve();
  expect(keys()).toBe(1);
  vi.advanceTimersByTime(1);
  await approve();
  expect(keys()).toBe(2);
});

test("another note has a key of its own, which an answer and a refusal each end", async () => {
  await approve();
  await approve("Seen");
  expect(keys()).toBe(2);
  send.mockResolvedValueOnce({});
  await approve("Seen");
  await approve("Seen");
  expect(keys()).toBe(3);
  send.mockRejectedValueOnce(new ApiError({ status: 403, code: "STEP_UP_REQUIRED" }));
  await approve("Seen");
  await approve("Seen");
  expect(keys()).toBe(4);
});

test("an answered request takes no key of an unanswered one", async () => {
  await approve();
  send.mockResolvedValueOnce({});
  await approve("Seen");
  await approve();
  expect(sent()[2]).toBe(sent()[0]);
});

test("the answer of a request in flight takes no key of one that was sent meanwhile", async () => {
  const answer = Promise.withResolvers<object>();
  send.mockReturnValueOnce(answer.promise);
  const inFlight = approve();
  await approve("Seen");
  answer.resolve({});
  await inFlight;
  await approve("Seen");
  expect(sent()[2]).toBe(sent()[1]);
});

test("drops the keys of yesterday's requests with the next one", async () => {
  await approve();
  await approve("Seen");
  expect(Object.keys(stored)).toHaveLength(2);
  vi.advanceTimersByTime(24 * 60 * 60 * 1000);
  await activate("2026-11-21T10:00:00.000Z");
  expect(Object.keys(stored)).toHaveLength(1);
});

test("the same input is another request after what the person sees has changed", async () => {
  await activate("2026-11-21T10:00:00.000Z");
  await activate("2026-11-21T10:00:00.000Z");
  expect(keys()).toBe(1);
  await activate("2026-11-21T10:05:00.000Z");
  expect(keys()).toBe(2);
});
