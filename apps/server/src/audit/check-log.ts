import type { AuditCheck } from "@rokad/contract/security-log";
import { setTimeout as pause } from "node:timers/promises";
import { now } from "../clock.ts";
import { database, transaction } from "../db.ts";
import { newId } from "../ids.ts";
import { log } from "../log.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { record } from "./record.ts";
import { verifyLog } from "./verify-log.ts";

/** A long log takes longer than a request may; the page then asks for the result. */
const answerWithinMs = 5_000;

/** One at a time is enough for everybody: who asks meanwhile gets the same result. */
let running: Promise<void> | undefined;

/** Walks the chain, keeps the result and records that it was looked at. */
export async function checkLog(person: SuperAdmin): Promise<AuditCheck> {
  const check = (running ??= verifyAndKeep(person).finally(() => (running = undefined)));
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
    is_running: running !== undefined,
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
