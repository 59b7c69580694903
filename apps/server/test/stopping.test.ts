// The guarantee: a stopping server reports it first and answers its open requests, and no server starts
// with another APP_SECRET than the running ones.
import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "./world.ts";
import { heartbeatOf } from "../src/operations/activity/heartbeat.ts";
import { assertSameSecret } from "../src/operations/activity/assert-same-secret.ts";
import { createApp } from "../src/app.ts";
import { readConfig } from "../src/kernel/config.ts";
import { useSecret } from "../src/kernel/app-secret.ts";

const secret = "a secret that only the tests may ever use";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function openApp(isStopping: () => boolean) {
  return createApp(readConfig({ NODE_ENV: "test", APP_SECRET: secret }), { isStopping });
}

test("a stopping server is not ready, and each answer closes its connection", async () => {
  let isStopping = false;
  const app = await openApp(() => isStopping);
  const ready = await app.inject("/readyz");
  expect(ready.statusCode).toBe(200);
  expect(ready.headers["connection"]).not.toBe("close");
  isStopping = true;
  const stopping = await app.inject("/readyz");
  expect(stopping.statusCode).toBe(503);
  expect(stopping.json()).toEqual({ status: "stopping" });
  const answer = await app.inject("/healthz");
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["connection"]).toBe("close");
  await app.close();
});

test("a request whose body is still arriving at the stop is answered", async () => {
  let isStopping = false;
  const app = await openApp(() => isStopping);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.addresses()[0];
  if (typeof address !== "object") throw new Error("The app does not listen");
  const outgoing = request({
    port: address.port,
    host: "127.0.0.1",
    method: "POST",
    path: "/api/v1/auth/logout",
    headers: { "content-type": "application/json", "content-length": "2" },
  });
  const answer = new Promise<number | undefined>((resolve, reject) => {
    outgoing.once("response", (reply) => {
      reply.resume();
      resolve(reply.statusCode);
    });
    outgoing.once("error", reject);
  });
  const received = new Promise((arrived) => app.server.once("request", arrived));
  outgoing.write("{");
  await received;
  isStopping = true;
  const closed = app.close();
  outgoing.end("}");
  expect(await answer).toBe(200);
  await closed;
});

test("a process with another APP_SECRET than a running one does not start", async () => {
  const heartbeat = heartbeatOf({ role: "worker", polledAt: () => undefined });
  await heartbeat.beat();
  await expect(assertSameSecret()).resolves.toBeUndefined();
  useSecret("another secret, on another server's disk");
  try {
    await expect(assertSameSecret()).rejects.toThrow(/APP_SECRET differs from that of/);
    await heartbeat.end();
    await expect(assertSameSecret()).resolves.toBeUndefined();
  } finally {
    useSecret(secret);
  }
});
