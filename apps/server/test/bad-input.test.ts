// The guarantee: every malformed request gets the standard error with a short, readable message. The
// fuzzer (`npm run fuzz`) found each of these cases.
import { connect, type AddressInfo } from "node:net";
import { errorAnswer } from "@rokad/contract/call";
import { limits } from "@rokad/contract/limits";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SignedIn } from "./signed-in.ts";
import { openWorld, type World } from "./world.ts";

let world: World;
let admin: SignedIn;
let port: number;

beforeAll(async () => {
  world = await openWorld();
  admin = await world.superAdmin();
  await world.app.listen({ port: 0, host: "127.0.0.1" });
  port = (world.app.server.address() as AddressInfo).port;
});
afterAll(() => world.close());

test.for([
  [
    "a number for the body",
    "/super-admin/deposits/reject",
    1,
    { body: "This must be an object with fields" },
  ],
  [
    "a list for the body",
    "/super-admin/deposits/reject",
    [],
    { body: "This must be an object with fields" },
  ],
  [
    "no columns",
    "/super-admin/statement-imports",
    { file_name: "a.csv", content: "YQ==" },
    { columns: "This is required" },
  ],
  [
    "a number for an id",
    "/super-admin/deposits/approve",
    { ids: [1] },
    { "ids.0": "This must be text" },
  ],
] as const)("%s is rejected with a readable message", async ([, path, body, fields]) => {
  const { status, body: answer } = await admin.post(path as "/super-admin/deposits/approve", body);
  expect(status).toBe(400);
  expect(answer.error.fields).toMatchObject(fields);
});

test("a body with 45,000 wrong values gets only a few messages", async () => {
  const { status, text, body } = await admin.post("/super-admin/tenants", {
    features: Array.from({ length: 45_000 }, () => 1),
  });
  expect(status).toBe(400);
  expect(Object.keys(body.error.fields)).toHaveLength(limits.errorFieldsMax);
  expect(text.length).toBeLessThan(2_000);
});

test("a NUL character is rejected by the sandbox bank too", async () => {
  const { status } = await admin.post("/sandbox/credits", {
    account_number: "1\u00002",
    amount: 5,
  });
  expect(status).toBe(400);
});

test("a repeated parameter is rejected", async () => {
  const { token } = await world.operator();
  for (const query of [
    "limit=5&limit=6",
    "status=all&status=failed",
    "from_date=2026-01-01&from_date=2026-01-02",
  ]) {
    const { statusCode } = await world.app.inject({
      url: `/api/v1/payouts?${query}`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect([query, statusCode]).toEqual([query, 400]);
  }
});

test("plain text is rejected even when it contains JSON", async () => {
  const response = await world.app.inject({
    method: "POST",
    url: "/api/v1/auth/send-otp",
    headers: { "content-type": "text/plain" },
    payload: '{"mobile":"9876543210"}',
  });
  expect([response.statusCode, response.json().error.code]).toEqual([
    415,
    "UNSUPPORTED_MEDIA_TYPE",
  ]);
});

test("an incomplete request times out", () => {
  expect(world.app.server.requestTimeout).toBe(120_000);
});

test.for([
  [
    "a URL that can't be decoded",
    "GET /api/v1/payouts%zz HTTP/1.1\r\nhost: a",
    400,
    "INVALID_REQUEST",
  ],
  ["a URL with two slashes", "GET //api/v1/wallet/balance HTTP/1.1\r\nhost: a", 404, "NOT_FOUND"],
  [
    "headers of 40 kB",
    `GET / HTTP/1.1\r\nhost: a\r\nx: ${"a".repeat(40_000)}`,
    431,
    "HEADERS_TOO_LARGE",
  ],
  ["an unknown method", "FUZZ / HTTP/1.1\r\nhost: a", 400, "INVALID_REQUEST"],
  ["bytes that are not HTTP", "\u0016\u0003\u0001", 400, "INVALID_REQUEST"],
] as const)("%s gets the standard error and its headers", async ([, request, status, code]) => {
  const answer = await answerTo(`${request}\r\nconnection: close\r\n\r\n`);
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status}`));
  expect(head.toLowerCase()).toContain("x-content-type-options: nosniff");
  expect(head.toLowerCase()).toContain("content-security-policy:");
  expect(errorAnswer.parse(JSON.parse(body)).error.code).toBe(code);
  expect(body).not.toContain("FST_");
});

function answerTo(request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1" });
    let received = "";
    socket.setEncoding("utf8");
    socket.on("data", (text: string) => (received += text));
    socket.on("close", () => resolve(received));
    socket.on("error", reject);
    socket.end(request);
  });
}
