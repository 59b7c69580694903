import { sql } from "kysely";
import type { Tx } from "../../database/db.ts";
import { readSettingsWithin } from "../../identity/settings/settings.ts";
import { newId } from "../../kernel/ids.ts";
import { rupees } from "../../kernel/money.ts";
import { unnestRows } from "../../database/unnest-rows.ts";
import type { TransferUpdate } from "../../providers/transfer.ts";
import type { LockedPayout, PayoutChange } from "../payout-change.ts";
import { settlementStatusOf } from "../payout-states.ts";

/** A return that super admins have recorded, because the provider's record was unclear. */
export interface RecordedReturn extends TransferUpdate {
  readonly adapter: string;
  readonly isAnswer?: undefined;
  readonly refusedLease?: undefined;
  readonly isDecided?: undefined;
  readonly returnReference: string;
  readonly recorded: {
    readonly by: string;
    readonly confirmedBy: string | null;
    readonly refundsCharges: boolean;
    /** The provider's reference of the record that they read: the record must not count again. */
    readonly recordReference: string | null;
  };
}

/** Partial returns by adapter and reference. */
type KnownReturns = Map<string, KnownReturn>;
interface KnownReturn {
  readonly payoutId: string;
  /** The amounts of the returns with this reference; people may have recorded several. */
  readonly paise: readonly bigint[];
}

/** What a batch needs to judge returns. */
export interface ReturnContext {
  /** The recorded ones; grows with those of the group commit. */
  readonly known: KnownReturns;
  /** The setting for the fee and GST of a partial return. */
  readonly refundsCharges: () => boolean;
}

interface ReturnUpdate extends TransferUpdate {
  readonly adapter: string | null;
  readonly isAnswer?: true | undefined;
  readonly recorded?: RecordedReturn["recorded"] | undefined;
}

/**
 * What an update about a return means when its amount is not the payout's.
 * - `part`: a new return of a part.
 * - `whole`: nothing is left with the beneficiary: the parts make up the amount, or the provider
 *   kept exactly the charge that it names.
 * - `repeat`: it is recorded already.
 * - `unclear`: a person has to look; nothing is applied.
 */
export type ReturnJudgement =
  | { readonly is: "part"; readonly reference: string; readonly paise: bigint }
  | { readonly is: "whole"; readonly keptCharge?: NonNullable<TransferUpdate["charge"]> }
  | { readonly is: "repeat" }
  | { readonly is: "unclear" };

const unclear: ReturnJudgement = { is: "unclear" };

/**
 * Judges a return of another amount than the payout's. Only a clear one is applied: in INR, of a
 * paid payout, with a reference that is new, and within what has not come back yet.
 */
export function judgeReturn(
  payout: LockedPayout,
  update: ReturnUpdate,
  known: KnownReturns,
): ReturnJudgement {
  const { amountPaise: paise, currency, charge } = update;
  const isInr = currency === undefined || currency === "INR";
  if (update.state !== "reversed" || !isInr || paise == null || paise <= 0n) return unclear;
  const status = settlementStatusOf(payout);
  const reference = update.returnReference ?? update.providerReference;
  const earlier = reference === undefined ? undefined : known.get(keyOf(update.adapter, reference));
  if (earlier) {
    const isSame = earlier.payoutId === payout.payoutId && isCounted(earlier.paise, paise);
    return isSame ? { is: "repeat" } : unclear;
  }
  // All of it is back already, so the parts that made it up are repeats.
  if (status === "reversed" && paise <= payout.amountPaise) return { is: "repeat" };
  if (status !== "paid") return unclear;
  const kept = charge ? charge.feePaise + charge.taxPaise : 0n;
  if (charge && kept > 0n && payout.returnedPaise === 0n && paise + kept === payout.amountPaise) {
    return { is: "whole", keptCharge: charge };
  }
  const left = payout.amountPaise - payout.returnedPaise;
  // What a person recorded may be this return under another reference.
  if (payout.hasRecordedReturn && !update.recorded) return unclear;
  if (paise === left) return { is: "whole" };
  if (paise > left || reference === undefined) return unclear;
  return { is: "part", reference, paise };
}

/** One of the returns, or, for a record that names the total, all of them together. */
function isCounted(recorded: readonly bigint[], paise: bigint): boolean {
  return recorded.includes(paise) || recorded.reduce((sum, each) => sum + each, 0n) === paise;
}

/** Whether a super admin can record this update as the return of a part, or of the rest. */
export function isRecordable(payout: LockedPayout, update: TransferUpdate): boolean {
  const { amountPaise: paise, currency } = update;
  const isInr = currency === undefined || currency === "INR";
  const isReturn = update.state === "reversed" && isInr && paise != null && paise > 0n;
  return isReturn && settlementStatusOf(payout) === "paid" && paise < payout.amountPaise;
}

/** Reads the partial returns that these updates may repeat, and the setting if one is a return. */
export async function readReturnContext(
  db: Tx,
  updates: readonly ReturnUpdate[],
): Promise<ReturnContext> {
  if (!updates.some(({ state }) => state === "reversed")) {
    return { known: new Map(), refundsCharges: () => false };
  }
  const settings = await readSettingsWithin(db);
  return {
    known: await readKnownReturns(db, updates),
    refundsCharges: () => settings.partial_return_charges === "refund",
  };
}

async function readKnownReturns(db: Tx, updates: readonly ReturnUpdate[]): Promise<KnownReturns> {
  const asked = updates.flatMap(({ state, adapter, returnReference, providerReference }) => {
    const reference = returnReference ?? providerReference;
    return state === "reversed" && adapter !== null && reference !== undefined
      ? [{ adapter, reference }]
      : [];
  });
  if (asked.length === 0) return new Map();
  const { rows } = await sql<{
    adapter: string;
    reference: string;
    payoutId: string;
    amounts: string[];
  }>`
    select asked.adapter, reference, payout_id as "payoutId",
      array_agg((amount_paise - fee_paise - gst_paise)::text) as amounts
    from ${unnestRows("asked", { adapter: "text", reference: "text" }, asked)}
    cross join lateral (
      select * from payout_reversals as one
      where one.adapter = asked.adapter and one.return_reference = reference and is_partial
      union
      select * from payout_reversals as one
      where one.adapter = asked.adapter and one.record_reference = reference and is_partial
    ) as known
    group by asked.adapter, reference, payout_id
  `.execute(db);
  return new Map(
    rows.map(({ adapter, reference, payoutId, amounts }) => [
      keyOf(adapter, reference),
      { payoutId, paise: amounts.map(BigInt) },
    ]),
  );
}

const keyOf = (adapter: string | null, reference: string) => `${adapter ?? ""} ${reference}`;

/** Applies a part of a paid payout that came back: the payout stays paid, and knows how much is. */
export function applyPart(
  payout: LockedPayout,
  update: ReturnUpdate,
  { reference, paise }: { readonly reference: string; readonly paise: bigint },
  { known, refundsCharges }: ReturnContext,
): PayoutChange {
  const { recorded } = update;
  const refunds = (recorded?.refundsCharges ?? refundsCharges()) && !payout.hasChargesReturned;
  const part = {
    id: newId(),
    reference,
    paise,
    feePaise: refunds ? payout.feePaise : 0n,
    gstPaise: refunds ? payout.gstPaise : 0n,
    ...(recorded && {
      recordedBy: recorded.by,
      confirmedBy: recorded.confirmedBy,
      recordReference: recorded.recordReference,
    }),
  };
  payout.hasRecordedReturn ||= recorded !== undefined;
  payout.returnedPaise += paise;
  payout.hasChargesReturned ||= part.feePaise + part.gstPaise > 0n;
  known.set(keyOf(update.adapter, reference), { payoutId: payout.payoutId, paise: [paise] });
  if (update.isAnswer) payout.statusChecks += 1;
  return {
    effect: "partial_return",
    payout,
    event: "partly_returned",
    detail: describePart(payout, part, update.reason ?? null),
    reportedState: update.state,
    part,
  };
}

/** The line of the timeline: what came back, of how much, and the reason. */
function describePart(
  payout: LockedPayout,
  part: { readonly paise: bigint; readonly feePaise: bigint; readonly gstPaise: bigint },
  reason: string | null,
): string {
  const charges = part.feePaise + part.gstPaise;
  const fee =
    charges > 0n
      ? ` with fee and GST ${rupees(charges)}`
      : payout.feePaise > 0n
        ? "; fee and GST stay charged"
        : "";
  const why = reason ? `. Reason: ${reason}` : "";
  return `${rupees(part.paise)} of ${rupees(payout.amountPaise)} refunded${fee}${why}`;
}
