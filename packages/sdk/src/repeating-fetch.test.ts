import { readFile } from "node:fs/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { programDocument, type ApiDocument } from "../build/program-document.ts";
import { Rokad, RokadError, type RokadOptions } from "./rokad.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

type Answer = Response | Error | "silence";

/** A client whose requests get these answers; the last one is repeated. */
function clientWith(answers: readonly Answer[], options: Partial<RokadOptions> = {}) {
  const sent: (Pick<Request, "method" | "url" | "redirect"> & {
    key: string | null;
    body: string;
    at: number;
  })[] = [];
  const rokad = new Rokad({
    url: "https://pay.example.in",
    apiKey: "rk_test_0123456789",
    fetch: async (request) => {
      const answer = answers[Math.min(sent.length, answers.length - 1)];
      sent.push({
        method: request.method,
        url: request.url,
        redirect: request.redirect,
        key: request.headers.get("idempotency-key"),
        body: await request.text(),
        at: Date.now(),
      });
      if (answer === "silence" || answer === undefined)
        return new Promise((_, reject) =>
          request.signal.addEventListener("abort", () => reject(request.signal.reason as Error)),
        );
      if (answer instanceof Error) throw answer;
      return answer.clone();
    },
    ...options,
  });
  return { rokad, sent };
}

function failure(status: number, code: string, headers: Record<string, string> = {}): Response {
  const error = { code, message: "A sentence.", request_id: "r-1", fields: { id: "p-1" } };
  return Response.json({ success: false, error }, { status, headers });
}

const created = Response.json({ success: true, data: { id: "p-1" } }, { status: 201 });
const order = {
  body: { method: "upi", beneficiary_name: "Asha", upi_id: "a@okhdfc", amount_paise: 2_500 },
  headers: { "Idempotency-Key": "INV-1" },
} as const;

/** The result of a call, with all pauses skipped. */
async function settled<T>(call: PromiseLike<T>): Promise<T | RokadError> {
  const result = Promise.resolve(call).catch((error: unknown) => error as RokadError);
  await vi.runAllTimersAsync();
  return result;
}

test("repeats a payout with the same bytes and the same idempotency key until there is an answer", async () => {
  const { rokad, sent } = clientWith([
    new TypeError("fetch failed"),
    failure(503, "TRY_AGAIN"),
    new Response("<html>Bad gateway</html>", { status: 502 }),
    created,
  ]);
  expect(await settled(rokad.createPayout(order))).toMatchObject({ data: { id: "p-1" } });
  expect(sent.map(({ key }) => key)).toEqual(["INV-1", "INV-1", "INV-1", "INV-1"]);
  expect(new Set(sent.map(({ body }) => body))).toEqual(new Set([JSON.stringify(order.body)]));
  expect(sent[0]).toMatchObject({ method: "POST", url: "https://pay.example.in/api/v1/payouts" });
});

const json = "application/json";
test.each([
  ["an answer breaks off", json, (body: ReadableStreamDefaultController) => body.error()],
  ["a file breaks off", "text/csv", (body: ReadableStreamDefaultController) => body.error()],
  ["a file goes silent", "text/csv", () => undefined],
])("asks again when %s", async (_what, type, thenDo) => {
  let requests = 0;
  const { rokad } = clientWith([], {
    timeoutSeconds: 10,
    fetch: async ({ signal }) => {
      requests += 1;
      const isFirst = requests === 1;
      const body = new ReadableStream({
        start(controller) {
          signal.addEventListener("abort", () => controller.error(signal.reason));
          controller.enqueue(new TextEncoder().encode('{"success":true,"data":{"id"'));
        },
        pull(controller) {
          if (isFirst) return thenDo(controller);
          controller.enqueue(new TextEncoder().encode(':"p-1"}}'));
          controller.close();
        },
      });
      return new Response(body, { headers: { "content-type": type } });
    },
  });
  const answer = await settled(rokad.getWalletBalance({ parseAs: "text" }));
  expect(answer).toBe('{"success":true,"data":{"id":"p-1"}}');
  expect(requests).toBe(2);
});

test("waits as long as Retry-After says", async () => {
  const { rokad, sent } = clientWith([
    failure(429, "TOO_MANY_REQUESTS", { "retry-after": "17" }),
    created,
  ]);
  await settled(rokad.createPayout(order));
  expect(sent[1]!.at - sent[0]!.at).toBe(17_000);
});

test("throws instead of waiting for a long Retry-After, and says how long", async () => {
  const { rokad, sent } = clientWith([
    failure(429, "TOO_MANY_REQUESTS", { "retry-after": "3600" }),
  ]);
  expect(await settled(rokad.createPayout(order))).toMatchObject({
    code: "TOO_MANY_REQUESTS",
    retryAfterSeconds: 3600,
    isRetryable: true,
  });
  expect(sent).toHaveLength(1);
});

test("never repeats what another try can't change, and names the error", async () => {
  const { rokad, sent } = clientWith([failure(409, "CLIENT_REFERENCE_USED")]);
  const error = await settled(rokad.createPayout(order));
  expect(error).toBeInstanceOf(RokadError);
  expect(error).toMatchObject({
    code: "CLIENT_REFERENCE_USED",
    status: 409,
    requestId: "r-1",
    fields: { id: "p-1" },
    isRetryable: false,
  });
  expect(sent).toHaveLength(1);
});

test("a change without an idempotency key is repeated only after 429", async () => {
  const path = { id: "e-1" };
  const unclear = clientWith([new TypeError("fetch failed")]);
  expect(await settled(unclear.rokad.testWebhookEndpoint({ path }))).toMatchObject({
    code: "NO_ANSWER",
    status: undefined,
  });
  expect(unclear.sent).toHaveLength(1);
  const busy = clientWith([failure(429, "TOO_MANY_REQUESTS"), created]);
  await settled(busy.rokad.testWebhookEndpoint({ path }));
  expect(busy.sent).toHaveLength(2);
});

test("gives up after the attempts, with the last error", async () => {
  const { rokad, sent } = clientWith([failure(500, "INTERNAL")], { attempts: 3 });
  expect(await settled(rokad.getWalletBalance())).toMatchObject({ code: "INTERNAL", status: 500 });
  expect(sent).toHaveLength(3);
});

test("an attempt without an answer ends after the timeout", async () => {
  const { rokad, sent } = clientWith(["silence", created], { timeoutSeconds: 10 });
  expect(await settled(rokad.createPayout(order))).toMatchObject({ data: { id: "p-1" } });
  expect(sent[1]!.at - sent[0]!.at).toBeGreaterThanOrEqual(10_000);
});

test("the caller's signal ends the call at once, also in a pause", async () => {
  const stop = new AbortController();
  const { rokad, sent } = clientWith([failure(503, "TRY_AGAIN", { "retry-after": "30" })]);
  const call = rokad.getWalletBalance({ signal: stop.signal });
  const result = Promise.resolve(call).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(10);
  stop.abort(new Error("stopped"));
  expect(await result).toMatchObject({ message: "stopped" });
  await vi.runAllTimersAsync();
  expect(sent).toHaveLength(1);
});

test("follows no redirect, so that no key goes to another host", async () => {
  const location = "https://other.example.in/api/v1/payouts";
  const { rokad, sent } = clientWith([new Response(null, { status: 301, headers: { location } })]);
  expect(await settled(rokad.createPayout(order))).toMatchObject({
    code: "REDIRECTED",
    message: expect.stringContaining(location),
  });
  expect(sent.map(({ redirect }) => redirect)).toEqual(["manual"]);
});

test("a page of something else with status 200 is no success", async () => {
  const html = { headers: { "content-type": "text/html" } };
  const { rokad } = clientWith([new Response("<html>Sign in to the network</html>", html)]);
  expect(await settled(rokad.getWalletBalance())).toMatchObject({ code: "UNREADABLE_ANSWER" });
});

const openApi = await readFile(new URL("../../../openapi.json", import.meta.url), "utf8");
const operations = Object.values(programDocument(JSON.parse(openApi) as ApiDocument).paths);
const mediaTypes = operations
  .flatMap((path) => Object.values(path))
  .flatMap(({ responses }) => Object.values(responses))
  .flatMap(({ content }) => Object.keys(content ?? {}));

test.each([...new Set(mediaTypes)].filter((type) => type !== json))(
  "a file of %s is a success",
  async (type) => {
    const headers = { "content-type": `${type}; charset=utf-8` };
    const { rokad } = clientWith([new Response("a,b", { headers })]);
    expect(await settled(rokad.getWalletBalance({ parseAs: "text" }))).toBe("a,b");
  },
);

test.each(["https://example.in/pay", "https://example.in/pay/", "https://example.in/pay?a#b"])(
  "an installation below a path is reached at %s",
  async (url) => {
    const { rokad, sent } = clientWith([created], { url });
    await settled(rokad.createPayout(order));
    expect(sent[0]?.url).toBe("https://example.in/pay/api/v1/payouts");
  },
);

test("refuses a url that would show the key to others, and a key that can't be one", () => {
  const apiKey = "rk_test_0123456789";
  expect(() => new Rokad({ url: "http://pay.example.in", apiKey })).toThrow(/https/);
  expect(() => new Rokad({ url: "pay.example.in", apiKey })).toThrow(/address/);
  expect(() => new Rokad({ url: "https://pay.example.in", apiKey: "rk_test_…" })).toThrow(/apiKey/);
  expect(() => new Rokad({ url: "http://localhost:3000", apiKey })).not.toThrow();
  const allowsPlainHttp = true;
  expect(() => new Rokad({ url: "http://10.1.2.3", apiKey, allowsPlainHttp })).not.toThrow();
});
