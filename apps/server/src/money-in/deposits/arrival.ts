import type { DepositRow } from "./deposit.ts";

/** What a reviewer states about a transfer that is not as requested. */
export interface StatedArrival {
  /** Absent: the requested amount. */
  readonly paise?: bigint | undefined;
  /** Why the amount differs. */
  readonly reason?: string | undefined;
  /** The receiving account; absent: that of the request. */
  readonly receivingAccountId?: string | undefined;
}

/** What an approval credits, and where. */
export interface Arrival {
  readonly paise: bigint;
  /** Null when the requested amount arrived. */
  readonly reason: string | null;
  /** Null for none of our receiving accounts. */
  readonly receivingAccountId: string | null;
}

/** The first of two approvals, if there is one. */
export function firstArrival(deposit: DepositRow): Arrival | null {
  if (deposit.first_approved_by === null) return null;
  return {
    paise: deposit.first_approval_paise ?? deposit.amount_paise,
    reason: deposit.first_approval_reason,
    receivingAccountId: deposit.first_approval_account_id ?? deposit.receiving_account_id,
  };
}

/** What an approval states; it falls back to the first approval's account, then the request's. */
export function arrivalOf(deposit: DepositRow, stated: StatedArrival): Arrival {
  const paise = stated.paise ?? deposit.amount_paise;
  return {
    paise,
    reason: paise === deposit.amount_paise ? null : (stated.reason ?? ""),
    receivingAccountId:
      stated.receivingAccountId ??
      firstArrival(deposit)?.receivingAccountId ??
      deposit.receiving_account_id,
  };
}

/** The columns of a completed deposit. */
export function completedColumns(requestedPaise: bigint, { paise, reason, ...where }: Arrival) {
  const differs = paise !== requestedPaise;
  return {
    status: "completed" as const,
    amount_paise: paise,
    requested_paise: differs ? requestedPaise : null,
    amount_reason: differs ? reason : null,
    arrived_in_id: where.receivingAccountId,
  };
}

/** Removes a first approval that does not count. */
export const noFirstApproval = {
  first_approved_by: null,
  first_approved_at: null,
  first_approval_note: null,
  first_approval_paise: null,
  first_approval_reason: null,
  first_approval_account_id: null,
  first_approval_in_bulk: false,
};
