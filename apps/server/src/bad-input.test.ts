// The guarantee: what is no proper request is refused in the one shape, in words for a person, and
// in few of them. The fuzzer (`npm run fuzz`) found each of these.
import { connect, type AddressInfo } from "node:net";
import { errorAnswer } from "@rokad/contract/call";
import { limits } from "@rokad/contract/limits";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SignedIn } from "../test/signed-in.ts";
import { openWorld, type World } from "../test/world.ts";

let world: World;
let boss: SignedIn;
let port: number;

beforeAll(async () => {
  world = await openWorld();
  boss = await world.superAdmin();
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
] as const)("%s is refused in words for a person", async ([, path, body, fields]) => {
  const { status, body: heard } = await boss.post(path as "/super-admin/deposits/approve", body);
  expect(status).toBe(400);
  expect(heard.error.fields).toMatchObject(fields);
});

test("a body that is wrong at 45,000 places is told of a few of them", async () => {
  const { status, text, body } = await boss.post("/super-admin/tenants", {
    features: Array.from({ length: 45_000 }, () => 1),
  });
  expect(status).toBe(400);
  expect(Object.keys(body.error.fields)).toHaveLength(limits.fieldsToldMax);
  expect(text.length).toBeLessThan(2_000);
});

test("a character that no table can keep is refused in the sandbox bank too", async () => {
  const { status } = await boss.post("/sandbox/credits", { account_number: "1\u00002", amount: 5 });
  expect(status).toBe(400);
});

test("plain text is no JSON, whatever stands in it", async () => {
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

test("a request that does not arrive is not waited for", () => {
  expect(world.app.server.requestTimeout).toBe(120_000);
});

test.for([
  [
    "an address that can't be decoded",
    "GET /api/v1/payouts%zz HTTP/1.1\r\nhost: a",
    400,
    "INVALID_REQUEST",
  ],
  [
    "an address with two slashes",
    "GET //api/v1/wallet/balance HTTP/1.1\r\nhost: a",
    404,
    "NOT_FOUND",
  ],
  [
    "headers of 40 kB",
    `GET / HTTP/1.1\r\nhost: a\r\nx: ${"a".repeat(40_000)}`,
    431,
    "HEADERS_TOO_LARGE",
  ],
  ["an unknown method", "FUZZ / HTTP/1.1\r\nhost: a", 400, "INVALID_REQUEST"],
  ["no HTTP at all", "\u0016\u0003\u0001", 400, "INVALID_REQUEST"],
] as const)("%s gets the one shape and its headers", async ([, request, status, code]) => {
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
    let heard = "";
    socket.setEncoding("utf8");
    socket.on("data", (text: string) => (heard += text));
    socket.on("close", () => resolve(heard));
    socket.on("error", reject);
    socket.end(request);
  });
}
