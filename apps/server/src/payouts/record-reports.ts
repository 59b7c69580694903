import { sql } from "kysely";
import { now } from "../clock.ts";
import { transaction, type Tx } from "../db.ts";
import { gather } from "../gather.ts";
import * as ledger from "../ledger/ledger.ts";
import { announce } from "../live/announce.ts";
import { log } from "../log.ts";
import { noteEnd } from "../providers/measurements.ts";
import type { Notice } from "../providers/provider.ts";
import { superAdminIds } from "../sign-in/super-admins.ts";
import { effectOf, standingOf, type Effect, type PayoutEvent } from "./payout-states.ts";
import { nextLook } from "./next-look.ts";
import type { Change, OpenPayout } from "./payout-change.ts";
import { tellOfContradictions, tellPayers } from "./tell-of-changes.ts";
import { keptPlan } from "../kept-plans.ts";

/**
 * Records what a provider says of a payout, together with the reports that come meanwhile:
 * money moves in the ledger, the payout gets its state, its timeline a line. Safe to repeat
 * and in any order; see `payout-states.ts`.
 */
export const recordReport: (notice: HeardNotice) => Promise<Heard> = gather(recordReports, {
  atMost: 200,
});

/** A notice and the adapter that it came through: of a payout that another was handed, it says nothing. */
export interface HeardNotice extends Notice {
  readonly adapter: string;
  /** It answers a look of ours, or a sending. */
  readonly isAnswer?: true;
}

/** An outcome that two super admins have signed: what the provider said last stays beside it. */
interface DecidedOutcome extends Notice {
  readonly adapter: string | null;
  readonly isAnswer?: undefined;
  readonly isDecided: true;
}

type Told = (HeardNotice & { readonly isDecided?: undefined }) | DecidedOutcome;

/** What came of a notice; the last two: it is about no payout of ours, or of another adapter's. */
export type Heard = Effect | "unknown payout" | "not its payout";

/** The same for several, in one transaction. @returns what came of each. */
export async function recordReports(notices: readonly HeardNotice[]): Promise<Heard[]> {
  const heard = await transaction((db) => recordInside(db, notices));
  const changes = heard.filter(isChange);
  for (const { effect, payout } of changes) {
    if (effect === "settle") noteEnd(payout.provider, "paid");
    if (effect === "release") noteEnd(payout.provider, "refused");
  }
  return heard.map((one) => (isChange(one) ? one.effect : one));
}

type Unchanged = Exclude<Heard, Change["effect"]>;
const isChange = (heard: Change | Unchanged): heard is Change => typeof heard === "object";

/**
 * Ends a payout by what two super admins have signed, inside the transaction that keeps it.
 * @throws when the payout is not open: its caller has locked it and looked.
 */
export async function recordDecision(db: Tx, decided: Omit<DecidedOutcome, "isDecided">) {
  const [heard] = await recordInside(db, [{ ...decided, isDecided: true }]);
  const isEnd = heard && isChange(heard) && ["settle", "release"].includes(heard.effect);
  if (!isEnd) throw new Error(`Payout ${decided.reference} was not open`);
}

async function recordInside(
  db: Tx,
  notices: readonly Told[],
): Promise<readonly (Change | Unchanged)[]> {
  const payouts = await lockPayouts(db, notices);
  const heard = notices.map((notice) => apply(payouts.get(notice.reference), notice));
  const changes = heard.filter(isChange);
  const chargesFor = (effect: Effect) =>
    changes.filter((change) => change.effect === effect).map((change) => change.payout);
  // One list of wallets for the three verbs, so that two batches can't wait in a ring.
  const wallets = await ledger.lock(
    db,
    changes.map((change) => change.payout.walletId),
  );
  // Books and rows have one instant, so that at midnight they count on the same day.
  const at = now();
  const under = { locked: wallets, at };
  await ledger.settle(db, chargesFor("settle"), under);
  await ledger.release(db, chargesFor("release"), under);
  await ledger.reverse(db, chargesFor("reverse"), under);
  await recordReversals(
    db,
    changes.filter((change) => change.effect === "reverse"),
    at,
  );
  await recordChanges(db, changes, at);
  await overtakeProposals(db, changes);
  await tellPayers(db, changes);
  await tellOfContradictions(db, changes);
  return heard;
}

/** Locked in id order, before the wallets: payouts first, wallets second, everywhere. */
async function lockPayouts(db: Tx, notices: readonly Told[]): Promise<Map<string, OpenPayout>> {
  const { rows } = await sql<OpenPayout>`
    ${keptPlan} select id as "payoutId", person_id as "walletId", reference_id as reference, looks, provider, adapter,
      amount_paise as "amountPaise", fee_paise as "feePaise", gst_paise as "gstPaise",
      held_at is not null as "isHeld", status, provider_state, utr_number as utr, failure_reason as reason,
      provider_reference as "providerReference", provider_raw_state as "rawState",
      provider_fee_paise as "providerFeePaise", provider_tax_paise as "providerTaxPaise"
    from payouts where reference_id = any(${notices.map((notice) => notice.reference)}::text[])
    order by id for update
  `.execute(db);
  return new Map(rows.map((row) => [row.reference, row]));
}

/** Decides what a notice does and moves the payout along, so that the next notice sees it. */
function apply(payout: OpenPayout | undefined, notice: Told): Change | Unchanged {
  if (!payout) {
    log().warn({ reference: notice.reference }, "A provider reported on a payout that is not ours");
    return "unknown payout";
  }
  if (payout.adapter !== notice.adapter) {
    log().warn(
      { payout: payout.payoutId, adapter: notice.adapter },
      "A provider reported on a payout that it was never handed",
    );
    return "not its payout";
  }
  const known = effectOf[standingOf(payout)][notice.state];
  const effect = known === "nothing" && bringsMore(payout, notice) ? "complete" : known;
  if (effect === "nothing") return effect;
  const change = {
    effect,
    payout,
    event: eventOf(payout, effect, notice),
    detail: notice.reason ?? (notice.state === "success" ? notice.utr : null) ?? null,
    says: notice.state,
  };
  if (effect === "contradiction") {
    log().error({ payout: payout.payoutId, says: notice.state }, "A provider contradicts itself");
    return change;
  }
  payout.status = statusAfter[effect];
  if (!notice.isDecided) payout.provider_state = notice.state;
  if (notice.isAnswer) payout.looks += 1;
  payout.utr = notice.utr ?? payout.utr;
  payout.providerReference = notice.providerReference ?? payout.providerReference;
  payout.rawState = notice.rawState ?? payout.rawState;
  payout.providerFeePaise = notice.charge?.feePaise ?? payout.providerFeePaise;
  payout.providerTaxPaise = notice.charge?.taxPaise ?? payout.providerTaxPaise;
  if (payout.status === "failed") payout.reason = notice.reason ?? "The provider gave no reason";
  return change;
}

/** RazorpayX, for one, may tell of a success before it has the UTR. */
function bringsMore(payout: OpenPayout, { state, utr, charge }: Notice): boolean {
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

async function recordReversals(db: Tx, changes: readonly Change[], at: Date): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ payout }) => ({
    payout_id: payout.payoutId,
    person_id: payout.walletId,
    amount_paise: ledger.totalOf(payout),
    reason: payout.reason ?? "",
    created_at: at,
  }));
  await db.insertInto("payout_reversals").values(rows).execute();
}

async function recordChanges(db: Tx, changes: readonly Change[], at: Date): Promise<void> {
  if (changes.length === 0) return;
  const told = changes.filter((change) => change.event !== undefined);
  const payouts = [...new Set(changes.map((change) => change.payout))];
  const isOpen = (payout: OpenPayout) => payout.status === "processing";
  const returned = changes
    .filter((change) => change.effect === "reverse")
    .map((change) => change.payout.payoutId);
  await sql`
    ${keptPlan} with told as (
      insert into payout_events (payout_id, person_id, at, event, detail)
      select payout_id, person_id, ${at}, event, detail
      from unnest(
        ${told.map((change) => change.payout.payoutId)}::uuid[],
        ${told.map((change) => change.payout.walletId)}::uuid[],
        ${told.map((change) => change.event)}::text[],
        ${told.map((change) => change.detail)}::text[]
      ) as told (payout_id, person_id, event, detail)
    )
    update payouts
    set status = after.status, provider_state = after.provider_state, utr_number = after.utr,
        failure_reason = after.reason, provider_reference = after.provider_reference,
        provider_raw_state = after.raw_state, provider_fee_paise = after.provider_fee,
        provider_tax_paise = after.provider_tax, due_at = after.due_at, looks = after.looks, unknown_since = null,
        held_at = case when after.due_at is null then null else held_at end, updated_at = ${at},
        finished_at = case when after.due_at is null then coalesce(finished_at, ${at}) end,
        returned_at = case
          when payouts.id = any(${returned}::uuid[]) then ${at}::timestamptz else returned_at
        end
    from unnest(
      ${payouts.map((p) => p.payoutId)}::uuid[],
      ${payouts.map((p) => p.status)}::text[],
      ${payouts.map((p) => p.provider_state)}::text[],
      ${payouts.map((p) => p.utr)}::text[],
      ${payouts.map((p) => p.reason)}::text[],
      ${payouts.map((p) => p.providerReference)}::text[],
      ${payouts.map((p) => p.rawState)}::text[],
      ${payouts.map((p) => p.providerFeePaise)}::bigint[],
      ${payouts.map((p) => p.providerTaxPaise)}::bigint[],
      ${payouts.map((p) => p.looks)}::int[],
      ${payouts.map((p) => (isOpen(p) ? nextLook(p.looks + 2) : null))}::timestamptz[]
    ) as after (
      id, status, provider_state, utr, reason, provider_reference, raw_state, provider_fee,
      provider_tax, looks, due_at
    )
    where payouts.id = after.id
  `.execute(db);
}

/** The provider's own word is better than what somebody has proposed. */
async function overtakeProposals(db: Tx, changes: readonly Change[]): Promise<void> {
  const ended = changes
    .map(({ payout }) => payout)
    .filter((payout) => payout.status !== "processing");
  const held = ended.filter((payout) => payout.isHeld).map((payout) => payout.payoutId);
  if (held.length === 0) return;
  await db
    .updateTable("payout_decisions")
    .set({ state: "overtaken", closed_at: now() })
    .where("payout_id", "in", held)
    .where("state", "=", "proposed")
    .execute();
  await announce(db, await superAdminIds(db), ["gateway"]);
}

function eventOf(payout: OpenPayout, effect: Effect, notice: Notice): PayoutEvent | undefined {
  if (effect === "contradiction") return "contradiction";
  if (effect === "complete") return undefined;
  if (notice.state !== "processing") return notice.state;
  if (payout.provider_state !== "processing") return "accepted";
  // Why it is not done yet; a look that finds the same again writes nothing.
  return notice.reason && notice.rawState !== payout.rawState ? "explained" : undefined;
}
