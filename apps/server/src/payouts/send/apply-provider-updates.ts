import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import { transaction, type Tx } from "../../database/db.ts";
import { groupCommit } from "../../database/group-commit.ts";
import * as ledger from "../../ledger/ledger.ts";
import { log } from "../../kernel/log.ts";
import { countOutcome } from "../../providers/measurements.ts";
import { differsInAmount, type TransferUpdate } from "../../providers/transfer.ts";
import { effectOf, settlementStatusOf, type Effect, type PayoutEvent } from "../payout-states.ts";
import { recordChanges } from "./record-changes.ts";
import { recordMismatches } from "./record-mismatches.ts";
import type { LockedPayout, Mismatch, PayoutChange } from "../payout-change.ts";
import { notifyRepayments } from "../../identity/notifications/notify-repayments.ts";
import {
  applyPart,
  judgeReturn,
  readReturnContext,
  type RecordedReturn,
  type ReturnContext,
} from "./returned-part.ts";
import { flagClosings } from "./flag-closings.ts";
import { notifyContradictions, notifyPayers } from "./notify-payout-changes.ts";
import { prepared } from "../../database/prepared-statements.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";

/**
 * Applies a provider's update of a payout, in one commit with the updates that arrive meanwhile:
 * the ledger moves the money, the payout gets its state and its timeline a line. Updates may be
 * repeated and come in any order; see `payout-states.ts`.
 */
export const applyProviderUpdate: (update: AdapterUpdate) => Promise<UpdateResult> = groupCommit(
  applyProviderUpdates,
  { atMost: 200, name: "provider_updates" },
);

/** An update with the adapter that received it. It is ignored for another adapter's payout. */
export interface AdapterUpdate extends TransferUpdate {
  readonly adapter: string;
  /** It answers our status check or sending. */
  readonly isAnswer?: true;
  /** The lease whose call was refused. The refusal counts until another worker has a lease. */
  readonly refusedLease?: number;
}

/** An outcome that two super admins have confirmed; the provider's last state stays as it was. */
interface DecidedOutcome extends TransferUpdate {
  readonly adapter: string | null;
  readonly isAnswer?: undefined;
  readonly refusedLease?: undefined;
  readonly isDecided: true;
}

type Update =
  | (AdapterUpdate & { readonly isDecided?: undefined; readonly recorded?: undefined })
  | (DecidedOutcome & { readonly recorded?: undefined })
  | RecordedReturn;

/** The effect of an update, or why it had none: no such payout, or another adapter's payout. */
export type UpdateResult = Effect | "unknown payout" | "not its payout";

/**
 * Applies several updates in one transaction.
 * @returns the result of each, in order.
 */
export async function applyProviderUpdates(
  updates: readonly AdapterUpdate[],
): Promise<UpdateResult[]> {
  const results = await transaction((db) => applyInside(db, updates));
  for (const { effect, payout } of results.filter(isChange)) {
    if (effect === "settle") countOutcome(payout.provider, "paid");
    if (effect === "release") countOutcome(payout.provider, "refused");
  }
  return results.map((result) => (typeof result === "object" ? result.effect : result));
}

type Unchanged = Exclude<UpdateResult, PayoutChange["effect"] | "mismatch">;
type Result = PayoutChange | Mismatch | Unchanged;
const isMismatch = (result: Result): result is Mismatch =>
  typeof result === "object" && result.effect === "mismatch";
const isChange = (result: Result): result is PayoutChange =>
  typeof result === "object" && result.effect !== "mismatch";

/**
 * Ends a payout with the outcome that two super admins have confirmed, inside their transaction.
 * @throws when the payout is not open: the caller has locked it and checked that it is.
 */
export async function applyDecision(db: Tx, outcome: Omit<DecidedOutcome, "isDecided">) {
  const [result] = await applyInside(db, [{ ...outcome, isDecided: true }]);
  const hasEnded = result && isChange(result) && ["settle", "release"].includes(result.effect);
  if (!hasEnded) throw new Error(`Payout ${outcome.reference} was not open`);
}

/**
 * Records a return of a part, or of the rest, inside the transaction of the super admin.
 * @returns the effect; `mismatch` or `nothing` when it can't be recorded, and then nothing is.
 */
export async function applyRecordedReturn(db: Tx, update: RecordedReturn): Promise<UpdateResult> {
  const [result] = await applyInside(db, [update]);
  return typeof result === "object" ? result.effect : (result ?? "unknown payout");
}

async function applyInside(db: Tx, updates: readonly Update[]): Promise<readonly Result[]> {
  const payouts = await lockPayouts(db, updates);
  const returns = await readReturnContext(db, updates);
  const results = updates.map((update) => apply(payouts.get(update.reference), update, returns));
  const changes = results.filter(isChange);
  const chargesFor = (effect: Effect) =>
    changes.filter((change) => change.effect === effect).map((change) => change.payout);
  // One lock for all three ledger calls: in several steps, two batches could deadlock.
  const context = await ledger.lockNow(
    db,
    changes.map((change) => change.payout.walletId),
  );
  const { at } = context;
  await ledger.settle(db, chargesFor("settle"), context);
  const whole = changes.flatMap(({ outstanding }) => (outstanding ? [outstanding] : []));
  const parts = changes.flatMap(({ payout, part }) =>
    part
      ? [{ ...part, returnId: part.id, walletId: payout.walletId, amountPaise: part.paise }]
      : [],
  );
  const repayments = [
    ...(await ledger.release(db, chargesFor("release"), context)),
    ...(await ledger.reverse(db, whole, context)),
    ...(await ledger.returnPart(db, parts, context)),
  ];
  await recordChanges(db, changes, at);
  await flagClosings(db, changes, repayments);
  await closeProposals(db, changes);
  await notifyPayers(db, changes);
  await notifyRepayments(db, repayments);
  await notifyContradictions(db, changes);
  // A person's record of a return is refused instead.
  await recordMismatches(
    db,
    results.filter(isMismatch).filter(({ update }) => !("recorded" in update)),
  );
  return results;
}

/**
 * Locks in id order, and payouts before wallets and differences everywhere, so that no two batches
 * deadlock. Payouts are locked `for no key update` everywhere: a row that refers to one can still be
 * added, so its transaction never waits.
 */
async function lockPayouts(db: Tx, updates: readonly Update[]): Promise<Map<string, LockedPayout>> {
  const { rows } = await sql<LockedPayout>`
    ${prepared} select id as "payoutId", tenant_id as "walletId", reference_id as reference, payout_kind as kind,
      returned_paise as "returnedPaise", charges_returned_at is not null as "hasChargesReturned",
      returned_paise > 0 and exists (
        select from payout_reversals where payout_id = payouts.id and recorded_by is not null
      ) as "hasRecordedReturn",
      -- The key of a row has a space, which no caller's key has.
      coalesce(idempotency_key like '% %', false) as "isOfBatch",
      handed_at as "handedAt", attempts, status_checks as "statusChecks", provider, adapter,
      amount_paise as "amountPaise", fee_paise as "feePaise", gst_paise as "gstPaise",
      send_blocked_at is not null as "isSendBlocked", status, provider_state, utr_number as utr, failure_reason as reason,
      provider_reference as "providerReference", provider_raw_state as "rawState",
      provider_fee_paise as "providerFeePaise", provider_tax_paise as "providerTaxPaise"
    from payouts where reference_id = any(${updates.map((update) => update.reference)}::text[])
    order by id for no key update
  `.execute(db);
  return new Map(rows.map((row) => [row.reference, row]));
}

/** Decides what an update does, and changes the payout so that the next update sees the result. */
function apply(payout: LockedPayout | undefined, update: Update, context: ReturnContext): Result {
  if (!payout) {
    log().warn({ reference: update.reference }, "Ignored a provider update of an unknown payout");
    return "unknown payout";
  }
  // A provider that has a cancelled payout contradicts us, whichever it is.
  if (payout.adapter !== update.adapter && payout.status !== "cancelled") {
    log().warn(
      { payout: payout.payoutId, adapter: update.adapter },
      "Ignored a provider update of another provider's payout",
    );
    return "not its payout";
  }
  if (update.refusedLease !== undefined && update.refusedLease !== payout.attempts) {
    log().warn({ payout: payout.payoutId }, "Ignored a refusal of an earlier lease");
    return "nothing";
  }
  const isOwnReturn = update.state === "reversed" && update.returnReference !== undefined;
  let keptCharge = update.state === "reversed" ? update.charge : undefined;
  if (differsInAmount(update, payout.amountPaise) || (isOwnReturn && payout.returnedPaise > 0n)) {
    const judgement = judgeReturn(payout, update, context.known);
    if (judgement.is === "repeat") return "nothing";
    if (judgement.is === "unclear") return { effect: "mismatch", payout, update };
    if (judgement.is === "part") return applyPart(payout, update, judgement, context);
    keptCharge = judgement.keptCharge ?? keptCharge;
  }
  const stateEffect = effectOf[settlementStatusOf(payout)][update.state];
  const effect =
    stateEffect === "nothing" && hasNewDetails(payout, update) ? "complete" : stateEffect;
  if (effect === "nothing") return effect;
  const change = {
    effect,
    payout,
    event: eventOf(payout, effect, update),
    detail: update.reason ?? (update.state === "success" ? update.utr : null) ?? null,
    reportedState: update.state,
    ...(effect === "reverse" && {
      outstanding: ledger.outstandingOf(payout),
      ...(keptCharge && keptCharge.feePaise > 0n && { keptCharge }),
    }),
  };
  if (effect === "contradiction") {
    log().error({ payout: payout.payoutId, says: update.state }, "A provider contradicts itself");
    return change;
  }
  payout.status = statusAfter[effect];
  if (!update.isDecided) payout.provider_state = update.state;
  if (update.isAnswer) payout.statusChecks += 1;
  payout.utr = update.utr ?? payout.utr;
  payout.providerReference = update.providerReference ?? payout.providerReference;
  payout.rawState = update.rawState ?? payout.rawState;
  applyCharge(payout, effect, update);
  if (payout.status === "failed") payout.reason = update.reason ?? "The provider gave no reason";
  return change;
}

/**
 * A failed payout costs nothing unless the failure names a charge. A payout that came back after a
 * success costs what it did, unless the return names another charge.
 */
function applyCharge(payout: LockedPayout, effect: Effect, { charge }: TransferUpdate): void {
  if (charge === undefined && effect !== "release") return;
  payout.providerFeePaise = charge?.feePaise ?? null;
  payout.providerTaxPaise = charge?.taxPaise ?? null;
}

/** A provider such as RazorpayX may report a success before it has the UTR or the fee. */
function hasNewDetails(payout: LockedPayout, { state, utr, charge }: TransferUpdate): boolean {
  if (payout.status !== "success" || state !== "success") return false;
  return (
    (payout.utr === null && utr !== undefined) ||
    (payout.providerFeePaise === null && charge !== undefined)
  );
}

const statusAfter = {
  note: "processing",
  settle: "success",
  complete: "success",
  release: "failed",
  reverse: "failed",
} as const;

/** Closes proposals for payouts that the provider has ended: its outcome takes precedence. */
async function closeProposals(db: Tx, changes: readonly PayoutChange[]): Promise<void> {
  const held = changes
    .map(({ payout }) => payout)
    .filter((payout) => payout.status !== "processing" && payout.isSendBlocked)
    .map((payout) => payout.payoutId);
  if (held.length === 0) return;
  await db
    .updateTable("payout_decisions")
    .set({ state: "overtaken", closed_at: now() })
    .where("payout_id", "in", held)
    .where("state", "=", "proposed")
    .execute();
  await publishToSuperAdmins(db, ["gateway"]);
}

function eventOf(
  payout: LockedPayout,
  effect: Effect,
  update: TransferUpdate,
): PayoutEvent | undefined {
  if (effect === "contradiction") return "contradiction";
  if (effect === "complete") return undefined;
  if (update.state !== "processing") return update.state;
  if (payout.provider_state !== "processing") return "accepted";
  // A status check with the same answer as before adds nothing to the timeline.
  return update.reason && update.rawState !== payout.rawState ? "explained" : undefined;
}
