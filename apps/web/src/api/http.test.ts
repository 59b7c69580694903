import { sendOtp } from "@rokad/contract/sign-in";
import { afterEach, expect, test, vi } from "vitest";
import { NoAnswerError } from "./api-error.ts";
import { send } from "./client.ts";
import { http } from "./http.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("times out after 10 seconds with NoAnswerError, not ApiError [25.2, 27.9]", async () => {
  vi.useFakeTimers();
  vi.stubGlobal(
    "fetch",
    (_: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(new Error("given up")));
      }),
  );
  let error: unknown = "nothing";
  const answer = http({ method: "GET", path: "/wallet/balance" }).catch((reason: unknown) => {
    error = reason;
  });
  await vi.advanceTimersByTimeAsync(9_999);
  expect(error).toBe("nothing");
  await vi.advanceTimersByTimeAsync(1);
  await answer;
  expect(error).toBeInstanceOf(NoAnswerError);
});

test("an answer whose body breaks off is none [25.2]", async () => {
  const body = new ReadableStream({ start: (stream) => stream.error(new Error("reset")) });
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(body)));
  await expect(send(sendOtp, { body: { mobile: "9000000003" } })).rejects.toBeInstanceOf(
    NoAnswerError,
  );
});

test("sends every call to /api/v1 as JSON, with the token as Bearer [25.1]", async () => {
  const fetched = vi.fn(() => Promise.resolve(new Response("{}")));
  vi.stubGlobal("fetch", fetched);
  await http({ method: "POST", path: "/payouts/initiate", body: { a: 1 }, accessToken: "token" });
  const [[address, request]] = fetched.mock.calls as unknown as [[string, RequestInit]];
  expect(address).toBe("/api/v1/payouts/initiate");
  expect(request.body).toBe('{"a":1}');
  const headers = new Headers(request.headers);
  expect(headers.get("authorization")).toBe("Bearer token");
  expect(headers.get("content-type")).toBe("application/json");
});
