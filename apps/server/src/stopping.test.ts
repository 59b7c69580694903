// The guarantee: a server that is about to stop says so first, and answers what it has taken; and
// none starts beside others that would not know its people.
import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "../test/world.ts";
import { heartbeatOf } from "./activity/heartbeat.ts";
import { refuseOtherSecret } from "./activity/refuse-other-secret.ts";
import { createApp } from "./app.ts";
import { readConfig } from "./config.ts";
import { useSecret } from "./secrets.ts";

const secret = "a secret that only tests ever know of";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function openApp(isStopping: () => boolean) {
  return createApp(readConfig({ NODE_ENV: "test", APP_SECRET: secret }), { isStopping });
}

test("it is not ready any more, and each answer ends its connection", async () => {
  let isStopping = false;
  const app = await openApp(() => isStopping);
  const ready = await app.inject("/readyz");
  expect(ready.statusCode).toBe(200);
  expect(ready.headers["connection"]).not.toBe("close");
  isStopping = true;
  const stopping = await app.inject("/readyz");
  expect(stopping.statusCode).toBe(503);
  expect(stopping.json()).toEqual({ status: "stopping" });
  const answered = await app.inject("/healthz");
  expect(answered.statusCode).toBe(200);
  expect(answered.headers["connection"]).toBe("close");
  await app.close();
});

test("a request whose body is still on its way when it closes is answered all the same", async () => {
  let isStopping = false;
  const app = await openApp(() => isStopping);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.addresses()[0];
  if (typeof address !== "object") throw new Error("The app does not listen");
  const asked = request({
    port: address.port,
    host: "127.0.0.1",
    method: "POST",
    path: "/api/v1/auth/logout",
    headers: { "content-type": "application/json", "content-length": "2" },
  });
  const answer = new Promise<number | undefined>((resolve, reject) => {
    asked.once("response", (reply) => {
      reply.resume();
      resolve(reply.statusCode);
    });
    asked.once("error", reject);
  });
  const taken = new Promise((arrived) => app.server.once("request", arrived));
  asked.write("{");
  await taken;
  isStopping = true;
  const closed = app.close();
  asked.end("}");
  expect(await answer).toBe(200);
  await closed;
});

test("a process with another APP_SECRET than one that is alive does not start", async () => {
  const heart = heartbeatOf({ role: "worker", workedAt: () => undefined });
  await heart.beat();
  await expect(refuseOtherSecret()).resolves.toBeUndefined();
  useSecret("another secret, on another server's disk");
  try {
    await expect(refuseOtherSecret()).rejects.toThrow(/APP_SECRET is another than that of/);
    await heart.end();
    await expect(refuseOtherSecret()).resolves.toBeUndefined();
  } finally {
    useSecret(secret);
  }
});
