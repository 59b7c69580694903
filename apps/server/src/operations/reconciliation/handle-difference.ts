import type { Difference, DifferenceAction } from "@rokad/contract/reconciliation";
import { record } from "../../identity/audit/record.ts";
import { now } from "../../kernel/clock.ts";
import { transaction, type Tx } from "../../database/db.ts";
import { differenceChanged } from "../../kernel/errors.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import {
  fetchProviderStatus,
  updateDifference,
  type ProviderAnswer,
} from "./recheck-difference.ts";
import { asDifference, findDifference, lockDifference, type DifferenceRow } from "./difference.ts";
import { markKnown } from "./mark-known.ts";
import { acceptCharge, acceptUtr } from "./accept-provider-values.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";

interface HandleRequest {
  readonly action: DifferenceAction;
  readonly reason?: string | undefined;
}

interface HandleResult {
  readonly data: Difference;
  readonly message: string;
}

/**
 * Performs the one possible action on a difference, if it is still open with that action. Money
 * moves only when the provider is asked, and only as `applyProviderUpdate` decides.
 * @throws 404; 409 `DIFFERENCE_CHANGED` when it is handled, gone, or needs another action; 503
 *   `PROVIDER_SILENT` when the provider gave no clear answer.
 */
export async function handleDifference(
  person: SuperAdmin,
  id: string,
  request: HandleRequest,
): Promise<HandleResult> {
  const current = await findDifference(id);
  assertOpen(current, request.action);
  // Outside any transaction, so that no lock is held during the provider call.
  const answer = request.action === "ask" ? await fetchProviderStatus(current) : undefined;
  const message = await transaction(async (db) => {
    const difference = await lockDifference(db, current);
    assertOpen(difference, request.action);
    return applyAction(db, { person, difference, request, answer });
  });
  return { data: asDifference(await findDifference(id)), message };
}

interface Action {
  readonly person: SuperAdmin;
  readonly difference: DifferenceRow;
  readonly request: HandleRequest;
  readonly answer: ProviderAnswer | undefined;
}

async function applyAction(
  db: Tx,
  { person, difference, request, answer }: Action,
): Promise<string> {
  await publishToSuperAdmins(db, ["jobs"]);
  const entry = { by: person, subject: { kind: "reconciliation", id: difference.id } };
  const about = {
    provider: difference.adapter,
    kind: difference.kind,
    subject: difference.subject,
  };
  switch (request.action) {
    case "ask": {
      if (!answer) throw differenceChanged("The provider's answer is missing");
      const { isClosed, message } = await updateDifference(db, person, difference, answer);
      await record(db, {
        ...entry,
        act: "reconciliation.asked",
        before: { ...about, ours: difference.ours, theirs: difference.theirs },
        after: { theirs: answer.update?.state ?? "unknown there", settled: isClosed },
      });
      return message;
    }
    case "take_charge": {
      const { before, after } = await acceptCharge(db, difference);
      await settle(db, person, difference.id);
      await record(db, {
        ...entry,
        act: "reconciliation.charge_taken",
        before: { ...about, ...before },
        after,
      });
      return "The provider's charge is saved";
    }
    case "take_utr": {
      const { before, after } = await acceptUtr(db, difference);
      await settle(db, person, difference.id);
      await record(db, {
        ...entry,
        act: "reconciliation.utr_taken",
        before: { ...about, ...before },
        after,
      });
      return "The provider's UTR is saved";
    }
    case "record_return":
      throw differenceChanged("A return is signed: use Record return");
    case "mark_known":
    case "decide":
      return markKnown(db, person, difference, request.reason ?? "");
  }
}

async function settle(db: Tx, person: SuperAdmin, id: string): Promise<void> {
  await db
    .updateTable("reconciliation_differences")
    .set({ state: "settled", ended_at: now(), ended_by: person.member.id })
    .where("id", "=", id)
    .execute();
}

function assertOpen({ state, action }: DifferenceRow, requested: DifferenceAction): void {
  if (state === "gone") throw differenceChanged("This difference is gone: both sides agree now");
  if (state !== "open") throw differenceChanged("This difference is already handled");
  if (action !== requested) {
    throw differenceChanged("This difference has changed and needs another action");
  }
}
