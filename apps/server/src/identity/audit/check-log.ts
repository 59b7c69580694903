import type { AuditCheck } from "@rokad/contract/security-log";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import { database, transaction } from "../../database/db.ts";
import { newId } from "../../kernel/ids.ts";
import { log } from "../../kernel/log.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { record } from "./record.ts";
import { verifyLog } from "./verify-log.ts";

/** After this time the request answers without the result, and the page polls for it. */
const answerWithinMs = 5_000;
const pollEveryMs = 100;

let runningHere: Promise<void> | undefined;

/** An arbitrary number, the same on every server. */
const lockNumber = 7_652_317;

/**
 * Verifies the hash chain, stores the result, and records the check in the audit log. At most one
 * check runs across all servers; requests during a check wait for its result.
 */
export async function runLogCheck(person: SuperAdmin): Promise<AuditCheck> {
  const check = (runningHere ??= verifyExclusively(person).finally(
    () => (runningHere = undefined),
  ));
  // A check may fail after its request was answered, so it logs its own error.
  check.catch((error: unknown) => log().error({ err: error }, "The check of the audit log failed"));
  await Promise.race([check, pause(answerWithinMs, undefined, { ref: false })]);
  return readLogCheck();
}

/** The result of the last check, whether one is running, and the head of the chain. */
export async function readLogCheck(): Promise<AuditCheck> {
  const last = await database()
    .selectFrom("audit_checks")
    .innerJoin("people", "people.id", "checked_by")
    .select(["checked_at", "people.name as checked_by", "row_count", "faults"])
    .orderBy("audit_checks.id", "desc")
    .limit(1)
    .executeTakeFirst();
  const head = await database().selectFrom("audit_head").select(["seq", "hash"]).executeTakeFirst();
  return {
    is_running: await isRunning(),
    last: last
      ? {
          checked_at: last.checked_at.toISOString(),
          checked_by: last.checked_by,
          row_count: Number(last.row_count),
          faults: last.faults,
        }
      : null,
    head: { seq: Number(head?.seq ?? 0n), hash: head?.hash.toString("hex") ?? "" },
  };
}

/** The lock belongs to the transaction, so that a server that crashes releases it. */
async function verifyExclusively(person: SuperAdmin): Promise<void> {
  const hasLock = await transaction(async (lock) => {
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_xact_lock(${lockNumber}) as locked
    `.execute(lock);
    if (rows[0]?.locked) await verifyAndStore(person);
    return rows[0]?.locked === true;
  });
  while (!hasLock && (await isRunning())) await pause(pollEveryMs);
}

async function isRunning(): Promise<boolean> {
  const { rows } = await sql<{ running: boolean }>`
    select exists (
      select from pg_locks
      where locktype = 'advisory' and objid = ${lockNumber} and classid = 0 and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())
    ) as running
  `.execute(database());
  return rows[0]?.running === true;
}

async function verifyAndStore(person: SuperAdmin): Promise<void> {
  const { faults, rows } = await verifyLog(database());
  await transaction(async (db) => {
    await db
      .insertInto("audit_checks")
      .values({
        id: newId(),
        checked_at: now(),
        checked_by: person.member.id,
        row_count: rows,
        faults,
      })
      .execute();
    await record(db, {
      act: "audit_log.checked",
      by: person,
      after: { rows: Number(rows), faults: faults.length },
    });
  });
}
