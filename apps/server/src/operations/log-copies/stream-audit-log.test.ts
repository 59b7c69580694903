// The guarantee: every row of the audit log reaches syslog and the webhook at least once and in
// order, over failures, restarts and several workers, with no personal data that the log lacks.
import { createHmac, hash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listQueues } from "@rokad/contract/database";
import { getSystemStatus } from "@rokad/contract/system";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { loopbackCertificate } from "../../../test/stand-ins/loopback-certificate.ts";
import { openStandIn } from "../../../test/stand-ins/stand-in-server.ts";
import { openSyslogServer } from "../../../test/stand-ins/syslog-server.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { database, transaction } from "../../database/db.ts";
import { record } from "../../identity/audit/record.ts";
import { useLogCopies } from "./configured-copies.ts";
import { leaseCopy } from "./lease-copy.ts";
import { streamAuditLog } from "./stream-audit-log.ts";

const secret = `whsec_${Buffer.from("a secret of thirty-two bytes !!!").toString("base64")}`;
const running = new AbortController().signal;

let world: World;
let folder: string;
beforeAll(async () => {
  world = await openWorld();
  await world.superAdmin();
  folder = await mkdtemp(join(tmpdir(), "rokad-copies-"));
});
beforeEach(() => database().deleteFrom("log_copies").execute());
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

const add = (reason: string) =>
  transaction((db) => record(db, { act: "job.retried", by: null, reason }));

async function allRows() {
  return database().selectFrom("audit_log").select(["seq", "hash"]).orderBy("seq").execute();
}

const seqs = (rows: readonly { seq: bigint }[]) => rows.map(({ seq }) => Number(seq));
const afterSeconds = <T>(seconds: number, run: () => Promise<T>) =>
  world.at(new Date(Date.now() + seconds * 1_000).toISOString(), run);

test("syslog gets every row once, in order, as RFC 5424 and RFC 6587 describe [20.15]", async () => {
  const server = await openSyslogServer();
  useLogCopies({ syslog: { url: server.url, caFile: undefined } });
  const reason = 'A "quoted" \\ reason] with ₹ and\na line';
  await add(reason);
  await streamAuditLog(running);
  const rows = await allRows();
  expect(server.messages.map(({ data }) => Number(data["seq"]))).toEqual(seqs(rows));
  const last = server.messages.at(-1);
  expect(last).toMatchObject({ priority: 109, app: "rokad", messageId: "job.retried" });
  expect(last?.data).toEqual({
    seq: String(rows.at(-1)?.seq),
    reason: 'A "quoted" \\ reason] with ₹ and a line',
    hash: rows.at(-1)?.hash.toString("hex"),
  });
  expect(JSON.parse(last?.text ?? "")).toMatchObject({ reason, text: "Job retried", before: null });
  await add("later");
  await streamAuditLog(running);
  expect(server.messages).toHaveLength(rows.length + 1);
  await server.close();
});

test("a receiver can verify the chain from the rows alone [20.15]", async () => {
  const server = await openSyslogServer();
  useLogCopies({ syslog: { url: server.url, caFile: undefined } });
  await streamAuditLog(running);
  let previous = hash("sha256", "rokad audit log");
  for (const { text } of server.messages) {
    const row = JSON.parse(text) as Record<string, string | number | null>;
    expect(row["previous_hash"]).toBe(previous);
    const line = [
      row["seq"],
      String(row["at"]).replace("Z", ""),
      row["actor_id"],
      row["act"],
      row["subject_kind"],
      row["subject_id"],
      row["reason"],
      row["before"],
      row["after"],
      row["address"],
      row["user_agent"],
      row["previous_hash"],
    ];
    const bytes = `[${line.map((value) => JSON.stringify(value)).join(", ")}]`;
    expect(hash("sha256", bytes)).toBe(row["hash"]);
    previous = String(row["hash"]);
  }
  await server.close();
});

test("rows go over TLS to a server whose certificate the CA file signs, and to no other [20.15]", async () => {
  const server = await openSyslogServer({ tls: true });
  const caFile = join(folder, "ca.pem");
  await writeFile(caFile, loopbackCertificate.cert);
  useLogCopies({ syslog: { url: server.url, caFile: undefined } });
  await streamAuditLog(running);
  expect(server.messages).toEqual([]);
  useLogCopies({ syslog: { url: server.url, caFile } });
  await afterSeconds(10, () => streamAuditLog(running));
  expect(server.messages).toHaveLength((await allRows()).length);
  await server.close();
});

test("a connection that breaks in the middle sends its batch again, and no row is lost [20.15]", async () => {
  const server = await openSyslogServer();
  useLogCopies({ syslog: { url: server.url, caFile: undefined } });
  server.resetAfter(1_500);
  await streamAuditLog(running);
  const arrived = server.messages.length;
  expect(arrived).toBeGreaterThan(0);
  expect(await database().selectFrom("log_copies").select("sent_seq").execute()).toEqual([
    { sent_seq: 0n },
  ]);
  // Not before the pause is over.
  await streamAuditLog(running);
  expect(server.messages).toHaveLength(arrived);
  await afterSeconds(6, () => streamAuditLog(running));
  const rows = await allRows();
  expect(server.messages.slice(arrived).map(({ data }) => Number(data["seq"]))).toEqual(seqs(rows));
  await server.close();
});

test("8 workers send each row once, and a worker that froze can't move the cursor [20.15]", async () => {
  const server = await openSyslogServer();
  useLogCopies({ syslog: { url: server.url, caFile: undefined } });
  const frozen = await leaseCopy("syslog");
  expect(frozen).toBeDefined();
  await streamAuditLog(running);
  expect(server.messages).toEqual([]);
  await afterSeconds(100, () =>
    Promise.all(Array.from({ length: 8 }, () => streamAuditLog(running))),
  );
  const rows = await allRows();
  expect(server.messages.map(({ data }) => Number(data["seq"]))).toEqual(seqs(rows));
  await server.close();
});

test("the webhook gets signed batches of JSON lines, and a refused one again with the same id [20.15]", async () => {
  const receiver = await openStandIn(() => ({ status: 204, json: undefined }));
  useLogCopies({ webhook: { url: `${receiver.url}/audit`, secret } });
  receiver.planFault({ kind: "status", acts: false, status: 503 });
  await streamAuditLog(running);
  await afterSeconds(6, () => streamAuditLog(running));
  const [refused, accepted] = receiver.requests;
  const rows = await allRows();
  expect(receiver.requests).toHaveLength(2);
  expect(accepted?.body).toBe(refused?.body);
  expect(accepted?.headers["webhook-id"]).toBe(refused?.headers["webhook-id"]);
  const lines = (accepted?.body ?? "").trimEnd().split("\n");
  expect(lines.map((line) => (JSON.parse(line) as { seq: number }).seq)).toEqual(seqs(rows));
  const { "webhook-id": id, "webhook-timestamp": at } = accepted?.headers ?? {};
  const key = Buffer.from(secret.slice(6), "base64");
  const signature = createHmac("sha256", key).update([id, at, accepted?.body].join("."));
  expect(accepted?.headers["webhook-signature"]).toBe(`v1,${signature.digest("base64")}`);
  expect(accepted?.body).not.toContain((await world.superAdmin()).mobile);
  await receiver.close();
});

test("the console shows what waits, and after three failures why [20.15]", async () => {
  const receiver = await openStandIn(() => ({ status: 204, json: undefined }));
  useLogCopies({ webhook: { url: receiver.url, secret } });
  await receiver.down();
  for (const seconds of [0, 10, 30]) await afterSeconds(seconds, () => streamAuditLog(running));
  const admin = await world.superAdmin();
  const { data: queues } = await admin.ask(listQueues, {});
  const { rows } = await sql<{ seq: bigint }>`select seq from audit_head`.execute(database());
  expect(queues.find(({ name }) => name === "audit_to_webhook")).toMatchObject({
    due: Number(rows[0]?.seq),
    oldest_due_at: expect.any(String),
  });
  const { data: status } = await admin.ask(getSystemStatus, {});
  expect(status.problems).toContain(
    "The audit log does not reach its webhook: webhook: ECONNREFUSED.",
  );
  await receiver.up();
  await afterSeconds(120, () => streamAuditLog(running));
  expect((await admin.ask(getSystemStatus, {})).data.problems.join()).not.toContain("audit log");
  await receiver.close();
});
