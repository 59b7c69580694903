// A requested export is created once, also when workers die. It is stored for 7 days, its tenant is
// notified, and only its tenant can download it, whole or in ranges.
import {
  deleteExport,
  downloadExport,
  getExport,
  listExports,
  requestExport,
  retryExport,
} from "@rokad/contract/exports";
import { listNotifications } from "@rokad/contract/notifications";
import { viewTenant } from "@rokad/contract/tenants";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openPayoutWorld, type PayoutWorld } from "../../../test/payout-world.ts";
import { runDueJobs } from "../../../test/run-due-jobs.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { database } from "../../database/db.ts";
import { deleteExpiredRows } from "../../worker/retention.ts";
import { newId } from "../../kernel/ids.ts";
import { startJobs } from "../../worker/jobs/start-jobs.ts";
import { jobHandlers } from "../../job-handlers.ts";
import { notifyFailedExports } from "./notify-failed-exports.ts";

const dayMs = 24 * 60 * 60 * 1000;
const rows = 5_000;

let world: PayoutWorld;
let tenant: SignedIn;
beforeAll(async () => {
  world = await openPayoutWorld();
  tenant = await world.retailer();
  const account = await world.approvedAccount(tenant);
  await sql`
    insert into deposits (id, tenant_id, bank_account_id, amount_paise, utr_reference, created_at)
    select gen_random_uuid(), ${tenant.id}, ${account}, 10000 + n, 'KEPT' || lpad(n::text, 12, '0'),
      now() - n * interval '1 second'
    from generate_series(1, ${rows}) as n
  `.execute(database());
});
beforeEach(async () => {
  await sql`delete from stored_files`.execute(database());
  await sql`delete from background_jobs`.execute(database());
});
afterAll(() => world.close());

const request = { kind: "deposit_history", filter: { status: "pending", utr: "kept" } } as const;
const startExport = async () => (await tenant.ask(requestExport, { body: request })).data;
const show = async (id: string) => (await tenant.ask(getExport, { params: { id } })).data;
const fileOf = (id: string) => downloadExport.path.replace("{id}", id);

async function get(id: string, headers: Record<string, string> = {}) {
  const response = await world.app.inject({
    url: `/api/v1${fileOf(id)}`,
    headers: { authorization: `Bearer ${tenant.token}`, ...headers },
  });
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload };
}

async function notified(id: string): Promise<string[]> {
  const { rows: notifications } = await sql<{ kind: string }>`
    select kind from notifications where subject_id = ${id} and person_id = ${tenant.id} order by id
  `.execute(database());
  return notifications.map(({ kind }) => kind);
}

test("an export waits, is created and notified, and equals the streamed file", async () => {
  const { id, ...requested } = await startExport();
  expect(requested).toMatchObject({ state: "waiting", bytes: null, filter: { utr: "KEPT" } });
  expect((await get(id)).status).toBe(409);
  await runDueJobs();
  const ready = await show(id);
  expect(ready).toMatchObject({ state: "ready", rows, progress: { done: rows, total: rows } });
  const file = await get(id);
  const streamed = await world.app.inject({
    url: "/api/v1/wallet/deposit/history/export?status=pending&utr=kept",
    headers: { authorization: `Bearer ${tenant.token}` },
  });
  expect(file.bytes.equals(streamed.rawPayload)).toBe(true);
  expect(file.headers).toMatchObject({
    "content-length": String(ready.bytes),
    "accept-ranges": "bytes",
    "content-disposition": `attachment; filename="${ready.file_name}"`,
  });
  expect(await notified(id)).toEqual(["export_ready"]);
  const notifications = await tenant.ask(listNotifications, { query: {} });
  expect(notifications.data[0]?.text).toBe(`Download ${ready.file_name} within 7 days`);
  const { data } = await tenant.ask(listExports, { query: {} });
  expect(data).toEqual([ready]);
});

test("an interrupted download resumes at any byte, across the stored parts", async () => {
  const { id } = await startExport();
  await runDueJobs();
  const { bytes: whole, headers } = await get(id);
  const etag = String(headers.etag);
  expect(whole.length).toBeGreaterThan(2 * 256 * 1024);
  for (const start of [0, 1, 256 * 1024 - 1, 256 * 1024 + 70_000, whole.length - 1]) {
    const rest = await get(id, { range: `bytes=${start}-`, "if-range": etag });
    expect(rest.status).toBe(206);
    expect(rest.headers["content-range"]).toBe(
      `bytes ${start}-${whole.length - 1}/${whole.length}`,
    );
    expect(rest.bytes.equals(whole.subarray(start))).toBe(true);
  }
  const middle = await get(id, { range: "bytes=300000-600000" });
  expect(middle.bytes.equals(whole.subarray(300_000, 600_001))).toBe(true);
  const beyond = await get(id, { range: `bytes=${whole.length}-` });
  expect([beyond.status, beyond.headers["content-range"]]).toEqual([
    416,
    `bytes */${whole.length}`,
  ]);
  const other = await get(id, { range: "bytes=10-", "if-range": '"another"' });
  expect([other.status, other.bytes.length]).toEqual([200, whole.length]);
});

test("no other tenant can read, download, retry or delete it; a view only reads", async () => {
  const { id } = await startExport();
  await runDueJobs();
  const other = await world.retailer();
  const tries = [
    await other.get(`/exports/${id}`),
    await other.get(fileOf(id)),
    await other.post(`/exports/${id}/retry`),
    await other.delete(`/exports/${id}`),
  ];
  expect(tries.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  const unknownAnswer = await other.get(`/exports/${newId()}`);
  expect(tries[0]?.body.error.message).toBe(unknownAnswer.body.error.message);
  expect((await other.ask(listExports, { query: {} })).total).toBe(0);
  const boss = await world.superAdmin();
  expect((await boss.get(`/exports/${id}`)).status).toBe(403);
  const { data: view } = await boss.ask(viewTenant, {
    params: { id: tenant.id },
    body: { reason: "They asked why an export failed" },
  });
  const callAsViewer = (method: "GET" | "POST" | "DELETE", path: string) =>
    world.app.inject({
      method,
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${view.access_token}` },
      ...(method === "POST" && { payload: request }),
    });
  expect((await callAsViewer("GET", "/exports")).json().data).toHaveLength(1);
  const rejectedAnswer = [
    await callAsViewer("GET", fileOf(id)),
    await callAsViewer("POST", "/exports"),
    await callAsViewer("DELETE", `/exports/${id}`),
  ];
  expect(rejectedAnswer.map((each) => each.json().error.code)).toEqual(
    rejectedAnswer.map(() => "READ_ONLY_VIEW"),
  );
});

test("one key twice is one export; at most 3 are in progress, also at the same time", async () => {
  const twice = await Promise.all(
    [1, 2].map(() => tenant.post("/exports", request, { key: "one" })),
  );
  expect(twice[0]?.text).toBe(twice[1]?.text);
  const answers = await Promise.all([1, 2, 3, 4].map(() => tenant.post("/exports", request)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 422, 422]);
  await runDueJobs();
  expect((await tenant.ask(listExports, { query: {} })).total).toBe(3);
});

test("at most 10 are stored, and deleting one makes room", async () => {
  const { id } = await startExport();
  await runDueJobs();
  await sql`
    insert into stored_files (id, owner_id, kind, format, filter, created_at, ready_at, made_by_try,
      byte_count, row_count, expires_at)
    select gen_random_uuid(), owner_id, kind, format, filter, created_at, ready_at, made_by_try,
      byte_count, row_count, expires_at
    from stored_files, generate_series(1, 9)
  `.execute(database());
  const full = await tenant.post("/exports", request);
  expect([full.status, full.body.error.code]).toEqual([422, "TOO_MANY_EXPORTS"]);
  await tenant.ask(deleteExport, { params: { id } });
  expect((await get(id)).status).toBe(404);
  expect((await tenant.post("/exports", request)).status).toBe(201);
});

test("rejects an invalid export with field messages", async () => {
  const wrong = async (body: object) => (await tenant.post("/exports", body)).body.error.fields;
  expect(await wrong({ kind: "everything", filter: {} })).toEqual({
    kind: "Choose what to export",
  });
  expect(await wrong({})).toEqual({ kind: "Choose what to export" });
  expect(await wrong({ ...request, filter: { from: "2026-05-32" } })).toEqual({
    "filter.from": "This day does not exist",
  });
  expect(
    await wrong({ ...request, filter: { from: "2026-05-02", to: "2026-05-01" } }),
  ).toMatchObject({ "filter.from": "From date cannot be after the to date" });
});

test("the next worker completes an export of a stopped worker", async () => {
  const { id } = await startExport();
  const storedParts = async () => {
    const { rows: parts } = await sql`select part from stored_file_parts`.execute(database());
    return parts.length;
  };
  const stop = startJobs(jobHandlers);
  await expect.poll(storedParts, { interval: 1 }).toBeGreaterThan(0);
  await stop();
  await runDueJobs();
  expect(await show(id)).toMatchObject({ state: "ready", rows });
  expect((await get(id)).bytes.toString().trim().split("\r\n")).toHaveLength(rows + 1);
  expect(await notified(id)).toEqual(["export_ready"]);
});

test("an export deleted during its creation leaves nothing, and its job ends", async () => {
  const { id } = await startExport();
  const work = runDueJobs();
  await tenant.ask(deleteExport, { params: { id } });
  await work;
  const left = await sql`
    select 1 from stored_file_parts union all select 1 from background_jobs where kind = 'tenant_export'
  `.execute(database());
  expect(left.rows).toEqual([]);
  expect(await notified(id)).toEqual([]);
});

test("a failed export is notified once, shows its reason, and is retried once", async () => {
  const { id } = await startExport();
  await sql`
    update background_jobs set status = 'dead', finished_at = now(), last_error = 'No room'
  `.execute(database());
  await Promise.all([notifyFailedExports(), notifyFailedExports(), notifyFailedExports()]);
  await notifyFailedExports();
  expect(await notified(id)).toEqual(["export_failed"]);
  expect(await show(id)).toMatchObject({ state: "failed", reason: "No room" });
  const again = await Promise.all([1, 2, 3].map(() => tenant.post(`/exports/${id}/retry`)));
  expect(again.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  await runDueJobs();
  expect(await show(id)).toMatchObject({ state: "ready" });
  expect(await notified(id)).toEqual(["export_failed", "export_ready"]);
  const late = await tenant.post(retryExport.path.replace("{id}", id));
  expect(late.body.error.code).toBe("EXPORT_NOT_FAILED");
});

test("a file is stored for 7 days, then deleted and shown as expired", async () => {
  const { id } = await startExport();
  await runDueJobs();
  world.pass(6.9 * dayMs);
  tenant = await world.signIn(tenant.mobile);
  await deleteExpiredRows(database());
  expect((await get(id)).status).toBe(200);
  world.pass(0.2 * dayMs);
  tenant = await world.signIn(tenant.mobile);
  await deleteExpiredRows(database());
  expect(await show(id)).toMatchObject({ state: "expired" });
  expect((await get(id)).status).toBe(410);
  expect((await sql`select 1 from stored_file_parts`.execute(database())).rows).toEqual([]);
});
