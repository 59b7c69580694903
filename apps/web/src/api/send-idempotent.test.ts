// The guarantee: a request whose answer was lost is repeated with its key, and another one never is.
import { approveDeposit } from "@rokad/contract/deposit-reviews";
import { setTenantStatus } from "@rokad/contract/tenants";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError, NoAnswerError } from "./api-error.ts";

const send = vi.fn();
vi.mock("./client.ts", () => ({ send: (...args: unknown[]) => send(...args) as unknown }));

const { approvalKeptMs, sendIdempotent } = await import("./send-idempotent.ts");

beforeEach(() => {
  vi.useFakeTimers();
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
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
/** How many different keys were sent. */
const keys = () =>
  new Set(
    send.mock.calls.map(([, , options]) => (options as { idempotencyKey: string }).idempotencyKey),
  ).size;

test("an approval without an answer keeps its key for 10 minutes", async () => {
  await approve();
  vi.advanceTimersByTime(approvalKeptMs - 1);
  await approve();
  expect(keys()).toBe(1);
  vi.advanceTimersByTime(1);
  await approve();
  expect(keys()).toBe(2);
});

test("another note, an answer and a refusal each end the key", async () => {
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

test("the same input is another request after what the person sees has changed", async () => {
  await activate("2026-11-21T10:00:00.000Z");
  await activate("2026-11-21T10:00:00.000Z");
  expect(keys()).toBe(1);
  await activate("2026-11-21T10:05:00.000Z");
  expect(keys()).toBe(2);
});
