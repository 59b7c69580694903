import { todayInIndia } from "@rokad/contract/fields";
import { now } from "../clock.ts";
import { database, transaction, violated } from "../db.ts";
import { startOfDay } from "../days.ts";
import { insertVerification } from "./start-verification.ts";
import { isUnderWay } from "./queries.ts";

/** When few pay: two in the morning. */
const notBeforeMs = 2 * 60 * 60 * 1000;

/**
 * Has the books verified once in each night, by whichever worker comes first. One that was down
 * in the night makes up for it when it starts.
 */
export async function verifyNightly(): Promise<void> {
  const night = todayInIndia(now());
  if (now().getTime() < startOfDay(night).getTime() + notBeforeMs) return;
  const done = await database()
    .selectFrom("verifications")
    .select("id")
    .where("night", "=", night)
    .executeTakeFirst();
  if (done) return;
  try {
    await transaction((db) => insertVerification(db, { by: null, night }));
  } catch (error) {
    // Another worker was first, or somebody is having them verified just now: looked at again.
    if (violated(error) !== "verifications_night_key" && !isUnderWay(error)) throw error;
  }
}
