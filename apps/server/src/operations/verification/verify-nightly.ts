import { todayInIndia } from "@rokad/contract/fields";
import { now } from "../../kernel/clock.ts";
import { database, transaction, violatedConstraint } from "../../database/db.ts";
import { startOfDay } from "../../kernel/days.ts";
import { insertVerification } from "./start-verification.ts";
import { isAlreadyUnderWay } from "./queries.ts";

/** 02:00 in India, when few payouts run. */
const notBeforeMs = 2 * 60 * 60 * 1000;

/**
 * Enqueues one verification each night; the first worker wins. A worker that was down at night
 * catches up when it starts.
 */
export async function verifyNightly(): Promise<void> {
  const night = todayInIndia(now());
  if (now().getTime() < startOfDay(night).getTime() + notBeforeMs) return;
  const existing = await database()
    .selectFrom("verifications")
    .select("id")
    .where("night", "=", night)
    .executeTakeFirst();
  if (existing) return;
  try {
    await transaction((db) => insertVerification(db, { by: null, night }));
  } catch (error) {
    // Another worker was first, or a verification is already in progress: the next round checks again.
    if (violatedConstraint(error) !== "verifications_night_key" && !isAlreadyUnderWay(error))
      throw error;
  }
}
