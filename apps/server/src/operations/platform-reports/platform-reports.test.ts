// The guarantee: a requested report is created once, notified, stored for 7 days, and given only to
// its requester.
import {
  downloadPlatformReport,
  listPlatformReports,
  requestPlatformReport,
} from "@rokad/contract/platform-reports";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createSuperAdmin } from "../../identity/people/create-super-admin.ts";
import { database } from "../../database/db.ts";
import { exportTooLarge } from "../../kernel/errors.ts";
import { deleteExpiredRows } from "../../worker/retention.ts";
import { newId } from "../../kernel/ids.ts";
import { openPayoutWorld, type PayoutWorld } from "../../../test/payout-world.ts";
import { runDueJobs } from "../../../test/run-due-jobs.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { storeFile } from "../../worker/stored-files/store-file.ts";

const dayMs = 24 * 60 * 60 * 1000;
const may = { kind: "platform_statement", format: "csv", from: "2026-05-01", to: "2026-05-31" };

let world: PayoutWorld;
let boss: SignedIn;
beforeAll(async () => {
  world = await openPayoutWorld();
});
beforeEach(async () => {
  await sql`delete from stored_files`.execute(database());
  await sql`delete from background_jobs`.execute(database());
  boss = await world.signIn((await world.superAdmin()).mobile);
});
afterAll(() => world.close());

const ask = () => boss.ask(requestPlatformReport, { body: may as never });
const list = async () => (await boss.ask(listPlatformReports, { query: {} })).data;
const fileOf = (id: string) => downloadPlatformReport.path.replace("{id}", id);

test("a report waits, is created, notified, and downloadable under its file name [29.8]", async () => {
  const { data } = await ask();
  expect(data).toMatchObject({ ...may, state: "waiting", bytes: null, reason: null });
  expect((await boss.get(fileOf(data.id))).body.error.code).toBe("REPORT_NOT_READY");
  await runDueJobs();
  const [ready] = await list();
  expect(ready).toMatchObject({
    id: data.id,
    state: "ready",
    rows: 14,
    progress: { done: 1, total: 1 },
    file_name: "platform-statement-2026-05-01-to-2026-05-31.csv",
  });
  const file = await boss.get(fileOf(data.id));
  expect(file.status).toBe(200);
  expect(file.headers["content-disposition"]).toBe(`attachment; filename="${ready?.file_name}"`);
  expect(Buffer.byteLength(file.text)).toBe(ready?.bytes);
  const { rows: notifications } = await sql<{ person_id: string; kind: string }>`
    select person_id, kind from notifications where subject_id = ${data.id}
  `.execute(database());
  expect(notifications).toEqual([{ person_id: boss.id, kind: "report_ready" }]);
  const { rows: entries } = await sql<{ act: string }>`
    select act from audit_log where subject_id = ${data.id} and act = 'report.requested'
  `.execute(database());
  expect(entries).toHaveLength(1);
});

test("another super admin can't list, download or retry it [29.8]", async () => {
  const { data } = await ask();
  await runDueJobs();
  const mobile = world.newMobile();
  await createSuperAdmin({ mobile, name: "Arjun Nair" });
  const other = await world.signIn(mobile);
  expect((await other.ask(listPlatformReports, { query: {} })).total).toBe(0);
  const unknown = await other.get(fileOf(newId()));
  const foreign = await other.get(fileOf(data.id));
  const { request_id: _, ...notFoundError } = unknown.body.error;
  expect(foreign.body.error).toMatchObject(notFoundError);
  expect(foreign.status).toBe(404);
  expect((await other.post(`/super-admin/reports/${data.id}/retry`)).status).toBe(404);
});

test("the same key twice creates one report; at most 10 are in progress, also when requests race", async () => {
  const body = may;
  const twice = await Promise.all([
    boss.post("/super-admin/reports", body, { key: "one" }),
    boss.post("/super-admin/reports", body, { key: "one" }),
  ]);
  expect(twice[0].text).toBe(twice[1].text);
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => boss.post("/super-admin/reports", body)),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(9);
  expect(answers.find(({ status }) => status !== 201)?.body.error.code).toBe("TOO_MANY_REPORTS");
  await runDueJobs();
  expect((await boss.post("/super-admin/reports", body)).status).toBe(201);
});

test("an invalid report request gets a field message", async () => {
  const wrong = async (change: object) =>
    (await boss.post("/super-admin/reports", { ...may, ...change })).body.error.fields;
  expect(await wrong({ kind: "everything" })).toEqual({ kind: "Choose a report" });
  expect(await wrong({ format: "doc" })).toEqual({ format: "Choose a format: csv, xlsx or pdf" });
  expect(await wrong({ from: "2026-05-32" })).toEqual({ from: "This day does not exist" });
  expect(await wrong({ to: "2999-01-01" })).toEqual({ to: "To date cannot be in the future" });
  expect(await wrong({ from: "2025-01-01" })).toEqual({
    from: "Choose a period of at most a year",
  });
  expect(await wrong({ from: "2026-06-01" })).toEqual({
    from: "From date cannot be after the to date",
  });
});

test("a failed report shows its reason and can be retried once", async () => {
  const { data } = await ask();
  // As if the server had stopped on each try.
  await sql`
    update background_jobs set status = 'dead', finished_at = now(), last_error = 'No room'
  `.execute(database());
  expect((await list())[0]).toMatchObject({ state: "failed", reason: "No room" });
  expect((await boss.get(fileOf(data.id))).status).toBe(409);
  const again = await Promise.all(
    [1, 2, 3].map(() => boss.post(`/super-admin/reports/${data.id}/retry`)),
  );
  expect(again.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  await runDueJobs();
  expect((await list())[0]).toMatchObject({ state: "ready" });
  expect((await boss.post(`/super-admin/reports/${data.id}/retry`)).status).toBe(409);
});

test("a report whose job was discarded gets a new job", async () => {
  const { data } = await ask();
  await sql`delete from background_jobs`.execute(database());
  expect((await list())[0]).toMatchObject({ state: "failed" });
  const again = await Promise.all(
    [1, 2].map(() => boss.post(`/super-admin/reports/${data.id}/retry`)),
  );
  expect(again.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  await runDueJobs();
  expect((await list())[0]).toMatchObject({ state: "ready" });
});

test("the first of two workers on one report wins, and the other's parts are deleted", async () => {
  const { data } = await ask();
  const slow = storeFile(data.id, { tries: 1 }, firstAfterGate(), storeOptions);
  await storeFile(data.id, { tries: 2 }, bytes("second"), storeOptions);
  gate.resolve();
  await slow;
  const { rows } = await sql<{ made_by_try: number; content: Buffer }>`
    select made_by_try, content from stored_file_parts where file_id = ${data.id}
  `.execute(database());
  expect(rows).toEqual([{ made_by_try: 2, content: Buffer.from("second") }]);
});

const storeOptions = {
  bytesMax: 1_000,
  tooLarge: exportTooLarge,
  rowCount: () => 1n,
  notify: () => Promise.resolve(),
};
const gate = Promise.withResolvers<void>();

async function* firstAfterGate(): AsyncGenerator<string> {
  await gate.promise;
  yield "first";
}

async function* bytes(text: string): AsyncGenerator<string> {
  yield text;
}

test("a file is stored for 7 days; then it is deleted and the download says so [29.8]", async () => {
  const { data } = await ask();
  await runDueJobs();
  world.pass(6.9 * dayMs);
  boss = await world.signIn(boss.mobile);
  await deleteExpiredRows(database());
  expect((await boss.get(fileOf(data.id))).status).toBe(200);
  world.pass(0.2 * dayMs);
  boss = await world.signIn(boss.mobile);
  await deleteExpiredRows(database());
  expect((await list())[0]).toMatchObject({ state: "expired" });
  expect((await boss.get(fileOf(data.id))).body.error.code).toBe("REPORT_EXPIRED");
  const parts = await database().selectFrom("stored_file_parts").selectAll().execute();
  expect(parts).toEqual([]);
});
