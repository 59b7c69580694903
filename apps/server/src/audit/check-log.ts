import type { AuditCheck } from "@rokad/contract/security-log";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { now } from "../clock.ts";
import { database, transaction } from "../db.ts";
import { newId } from "../ids.ts";
import { log } from "../log.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { record } from "./record.ts";
import { verifyLog } from "./verify-log.ts";

/** A long log takes longer than a request may; the page then asks for the result. */
const answerWithinMs = 5_000;
const lookEveryMs = 100;

let runningHere: Promise<void> | undefined;

/** Any number will do, as long as every server takes the same one. */
const lockNumber = 7_652_317;

/**
 * Walks the chain, keeps the result and records that it was looked at. One at a time is enough for
 * everybody: who asks meanwhile, on whichever server, gets the same result.
 */
export async function checkLog(person: SuperAdmin): Promise<AuditCheck> {
  const check = (runningHere ??= verifyAlone(person).finally(() => (runningHere = undefined)));
  // One that fails after its request was answered has nobody else to tell.
  check.catch((error: unknown) =>
    log().error({ err: error }, "The audit log could not be checked"),
  );
  await Promise.race([check, pause(answerWithinMs, undefined, { ref: false })]);
  return showCheck();
}

/** What the last check found, whoever asked for it. */
export async function showCheck(): Promise<AuditCheck> {
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

/** The lock is the transaction's, so that a server that dies in the middle holds up nobody. */
async function verifyAlone(person: SuperAdmin): Promise<void> {
  const isOurs = await transaction(async (lock) => {
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_xact_lock(${lockNumber}) as taken
    `.execute(lock);
    if (rows[0]?.taken) await verifyAndKeep(person);
    return rows[0]?.taken === true;
  });
  while (!isOurs && (await isRunning())) await pause(lookEveryMs);
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

async function verifyAndKeep(person: SuperAdmin): Promise<void> {
  const { faults, rows } = await verifyLog(database());
  await transaction(async (db) => {
    await db
      .insertInto("audit_checks")
      .values({
        id: newId(),
        checked_at: now(),
        checked_by: person.id,
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
