// The guarantee: a worker answers its health and metrics on its own port, and nothing else.
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase } from "../../test/clone-database.ts";
import { openFleet, type Fleet } from "../../test/fleet.ts";
import { freePort } from "../../test/free-port.ts";
import { metricsToken, parseMetrics } from "../../test/read-metrics.ts";
import { testLogFile } from "../../test/test-log.ts";

let clone: Awaited<ReturnType<typeof cloneDatabase>>;
let fleet: Fleet;
beforeAll(async () => {
  clone = await cloneDatabase();
  fleet = await openFleet({ databaseUrl: clone.url, logFile: testLogFile() });
});
afterAll(async () => {
  await fleet.close();
  await clone.drop();
});

test("a worker with WORKER_PORT serves health, readiness and metrics until it stops", async () => {
  const port = await freePort();
  const worker = await fleet.start("worker", {
    WORKER_PORT: `${port}`,
    METRICS_TOKEN: metricsToken,
  });
  const get = (path: string, authorization = `Bearer ${metricsToken}`) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization } });
  expect(await (await get("/healthz")).json()).toEqual({ status: "ok" });
  expect(await (await get("/readyz")).json()).toEqual({ status: "ready" });
  expect((await get("/metrics", "Bearer none")).status).toBe(401);
  expect((await get("/api/v1/auth/me")).status).toBe(404);

  const read = async () => parseMetrics(await (await get("/metrics")).text());
  // The first poll may come after the port.
  await expect
    .poll(async () => (await read()).value("rokad_worker_poll_age_seconds"))
    .toEqual(expect.any(Number));
  const metrics = await read();
  expect(metrics.value('rokad_build_info{version="0.1.0",role="worker"}')).toBe(1);
  expect(metrics.value("rokad_worker_poll_age_seconds")).toBeLessThan(60);
  expect(metrics.value("rokad_workers_working")).toBe(1);
  expect(metrics.value('rokad_processes_alive{role="worker"}')).toBe(1);
  expect(metrics.value("rokad_database_pool_connections_max")).toBe(8);

  expect(await fleet.stop(worker)).toBe(0);
  await expect(get("/healthz")).rejects.toThrow("fetch failed");
});

test("two workers without WORKER_PORT open no port and run side by side", async () => {
  const workers = await Promise.all([fleet.start("worker"), fleet.start("worker")]);
  for (const worker of workers) expect(await fleet.stop(worker)).toBe(0);
});
