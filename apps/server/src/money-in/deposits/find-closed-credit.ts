import type { Db } from "../../database/db.ts";
import { ApiError } from "../../kernel/errors.ts";
import { utrKey } from "../../kernel/utr-key.ts";
import { minuteInIndia } from "../reviews/minute-in-india.ts";

const closedStates = ["suspense", "returned", "dismissed"] as const;

/** A transfer that no deposit may credit: a decided virtual-account credit, or our own money. */
export interface ClosedCredit {
  readonly utr_key: string;
  readonly state: (typeof closedStates)[number] | "own_money";
  readonly decided_at: Date | null;
}

/**
 * Credits with one of these UTR keys that are in suspense, were returned, or were dismissed as
 * already credited, and transfers of the platform's own money. Pending ones come first.
 */
export async function findClosedCredits(
  db: Db,
  keys: readonly string[],
): Promise<readonly ClosedCredit[]> {
  if (keys.length === 0) return [];
  const rows = await db
    .selectFrom("incoming_credits")
    .select(["utr_key", "state", "decided_at"])
    .where("utr_key", "in", keys)
    .where("state", "in", closedStates)
    .orderBy("decided_at", (order) => order.desc().nullsFirst())
    .execute();
  return [...(rows as ClosedCredit[]), ...(await findOwnTransfers(db, keys))];
}

async function findOwnTransfers(db: Db, keys: readonly string[]): Promise<ClosedCredit[]> {
  const rows = await db
    .selectFrom("fund_transfers")
    .select(["utr_key", "recorded_at"])
    .where("utr_key", "in", keys)
    .where("corrects_id", "is", null)
    .where("corrected_at", "is", null)
    .execute();
  return rows.map(({ utr_key: key, recorded_at: at }) => ({
    utr_key: key ?? "",
    state: "own_money",
    decided_at: at,
  }));
}

/** The credit that closes this UTR, in any spelling. */
export async function findClosedCredit(db: Db, utr: string): Promise<ClosedCredit | undefined> {
  const [credit] = await findClosedCredits(db, [utrKey(utr)]);
  return credit;
}

/** The reason for a reviewer. */
export function closedReason({ state, decided_at: at }: ClosedCredit): string {
  const when = at === null ? "" : ` on ${minuteInIndia(at)}`;
  if (state === "returned") return `This transfer was returned to its sender${when}.`;
  if (state === "own_money") return `This transfer is the platform's own money, recorded${when}.`;
  if (state === "dismissed") return `This transfer was marked as already credited${when}.`;
  return "This transfer is in suspense. Assign it to the tenant there to credit this request.";
}

/** The error for a reviewer who approves a deposit of a closed transfer. */
export function closedTransfer(credit: ClosedCredit): ApiError {
  const code = credit.state === "suspense" ? "MONEY_IN_SUSPENSE" : "TRANSFER_NOT_CREDITABLE";
  return new ApiError(409, code, closedReason(credit));
}

/** The error for a tenant: it names no other tenant, and whose the money is stays open. */
export function closedForRequests({ state }: ClosedCredit): ApiError {
  const message = {
    suspense: "This transfer arrived and is being checked. It needs no request.",
    returned: "This transfer was returned to its sender",
    dismissed: "This transfer was already credited",
    own_money: "This transfer can't be credited",
  }[state];
  return new ApiError(409, "TRANSFER_NOT_CREDITABLE", message, {
    fields: { utr_reference: message },
  });
}
