import type { Difference, DifferenceAction } from "@rokad/contract/reconciliation";
import { record } from "../audit/record.ts";
import { now } from "../clock.ts";
import { database, transaction, type Tx } from "../db.ts";
import { differenceChanged, notFound } from "../errors.ts";
import { announceJobs } from "../jobs/announce-jobs.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { askProvider, keepAnswer, type Answer } from "./ask-provider.ts";
import { asDifference, selectDifferences, type DifferenceRow } from "./difference.ts";
import { markKnown } from "./mark-known.ts";
import { takeCharge, takeUtr } from "./take-over.ts";

interface Handling {
  readonly action: DifferenceAction;
  readonly reason?: string | undefined;
}

interface Done {
  readonly data: Difference;
  readonly message: string;
}

/**
 * Does the one thing that there is to do about a difference, if it is still as the person saw it.
 * Money moves only where the provider is asked, and only by what `recordReports` makes of its answer.
 * @throws 404; 409 `DIFFERENCE_CHANGED` when it was handled, is gone, or needs something else by now;
 * 503 `PROVIDER_SILENT` when the provider was asked and gave no clear answer.
 */
export async function handleDifference(
  person: SuperAdmin,
  id: string,
  handling: Handling,
): Promise<Done> {
  const seen = await read(id);
  mustStand(seen, handling.action);
  // Outside any transaction: nothing is locked while the provider is called.
  const answer = handling.action === "ask" ? await askProvider(seen) : undefined;
  const message = await transaction(async (db) => {
    const difference = await lock(db, id);
    mustStand(difference, handling.action);
    const said = await act(db, { person, difference, handling, answer });
    return said;
  });
  return { data: asDifference(await read(id)), message };
}

interface Acting {
  readonly person: SuperAdmin;
  readonly difference: DifferenceRow;
  readonly handling: Handling;
  readonly answer: Answer | undefined;
}

async function act(db: Tx, { person, difference, handling, answer }: Acting): Promise<string> {
  await announceJobs(db);
  const deed = { by: person, subject: { kind: "reconciliation", id: difference.id } };
  const about = {
    provider: difference.adapter,
    kind: difference.kind,
    subject: difference.subject,
  };
  switch (handling.action) {
    case "ask": {
      if (!answer) throw differenceChanged("The provider was not asked");
      const { isOver, message } = await keepAnswer(db, person, difference, answer);
      await record(db, {
        ...deed,
        act: "reconciliation.asked",
        before: { ...about, ours: difference.ours, theirs: difference.theirs },
        after: { theirs: answer.report?.state ?? "unknown there", settled: isOver },
      });
      return message;
    }
    case "take_charge": {
      const { before, after } = await takeCharge(db, difference);
      await settle(db, person, difference.id);
      await record(db, {
        ...deed,
        act: "reconciliation.charge_taken",
        before: { ...about, ...before },
        after,
      });
      return "The provider's charge is noted";
    }
    case "take_utr": {
      const { before, after } = await takeUtr(db, difference);
      await settle(db, person, difference.id);
      await record(db, {
        ...deed,
        act: "reconciliation.utr_taken",
        before: { ...about, ...before },
        after,
      });
      return "The provider's UTR is taken over";
    }
    case "mark_known":
    case "decide":
      return markKnown(db, person, difference, handling.reason ?? "");
  }
}

async function settle(db: Tx, person: SuperAdmin, id: string): Promise<void> {
  await db
    .updateTable("reconciliation_differences")
    .set({ state: "settled", ended_at: now(), ended_by: person.id })
    .where("id", "=", id)
    .execute();
}

async function read(id: string): Promise<DifferenceRow> {
  const row = await selectDifferences(database())
    .where("differences.id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound("This difference");
  return row;
}

/** Two who press at once: the second waits here, and finds that it is handled. */
async function lock(db: Tx, id: string): Promise<DifferenceRow> {
  const row = await selectDifferences(db)
    .where("differences.id", "=", id)
    .forUpdate("differences")
    .executeTakeFirst();
  if (!row) throw notFound("This difference");
  return row;
}

function mustStand({ state, action }: DifferenceRow, asked: DifferenceAction): void {
  if (state === "gone") throw differenceChanged("This difference is gone: both sides agree now");
  if (state !== "open") throw differenceChanged("This difference was handled already");
  if (action !== asked) {
    throw differenceChanged(
      "This difference has changed, and something else is to be done about it",
    );
  }
}
