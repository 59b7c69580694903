// The guarantee: every rule rejects a number that a double would change, anywhere in the body, and
// everything else is unchanged.
import Fastify from "fastify";
import { expect, test } from "vitest";
import { readJsonBodies } from "./json-body.ts";

async function read(payload: string): Promise<unknown> {
  const app = Fastify();
  readJsonBodies(app);
  let body: unknown;
  app.post("/", (request, reply) => {
    body = request.body;
    void reply.send({});
  });
  const headers = { "content-type": "application/json" };
  await app.inject({ method: "POST", url: "/", headers, payload });
  return body;
}

test.for([
  '{"amount":1e3}',
  '{"amount" : 1E+3}',
  '{"amount":\n\t-1.5e0}',
  '{"amount":100.000000000000001}',
  '{"amount":0.100}',
  '{"amount":9007199254740993}',
  '{"amount":-123456789012345678}',
])("reads %s as NaN", async (payload) => {
  expect(await read(payload)).toEqual({ amount: Number.NaN });
});

test("reads these numbers as NaN in a list and as the whole body", async () => {
  expect(await read("[1, 1e3 ,2]")).toEqual([1, Number.NaN, 2]);
  expect(await read(" 1e3")).toBe(Number.NaN);
});

test("leaves usual numbers and all strings unchanged", async () => {
  const body = {
    amounts: [0, 10, 10.5, -3, 100.25, 99999999999999],
    token: "eyJ1e3.000.123456789012345",
    tricky: ':1e3,[2.0001,:123456789012345678 "quoted":1e3',
  };
  expect(await read(JSON.stringify(body))).toEqual(body);
});

test("removes __proto__", async () => {
  expect(await read('{"__proto__":{"admin":true},"amount":1}')).toEqual({ amount: 1 });
});
