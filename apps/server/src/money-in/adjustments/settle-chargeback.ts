import { providerLabel } from "@rokad/contract/reconciliation";
import type { SuspenseReason } from "@rokad/contract/suspense";
import type { Tx } from "../../database/db.ts";
import { record } from "../../identity/audit/record.ts";
import { notifySuperAdmins } from "../../identity/notifications/notify-super-admins.ts";
import { publishToSuperAdmins } from "../../identity/people/publish-to-super-admins.ts";
import { now } from "../../kernel/clock.ts";
import { newId } from "../../kernel/ids.ts";
import { rupees } from "../../kernel/money.ts";
import * as ledger from "../../ledger/ledger.ts";
import {
  hasAdjustment,
  insertAdjustment,
  lockDeposit,
  type AdjustmentOrder,
} from "./adjustment-queries.ts";
import { postAdjustment } from "./post-adjustment.ts";

/** What a chargeback did; `known` means that it was received before. */
export type ChargebackResult = "debited" | "returned" | "contradiction" | "waiting" | "known";

interface RecordedChargeback {
  readonly id: string;
  readonly adapter: string;
  readonly reference: string;
  readonly amountPaise: bigint;
}

/** Where the money of a credit is, and why no debit of it is possible without a person. */
type Target =
  | { readonly state: "debited"; readonly order: AdjustmentOrder }
  | { readonly state: "returned" }
  | { readonly state: "contradiction"; readonly why: string };

/**
 * Takes back a credit: from the wallet that got it, or from suspense. What the provider's event does
 * not settle exactly goes to super admins as a contradiction, and no money moves. The caller has
 * written the chargeback's row.
 */
export async function settleChargeback(
  db: Tx,
  chargeback: RecordedChargeback,
  creditId: string,
): Promise<ChargebackResult> {
  const { id, adapter, reference, amountPaise } = chargeback;
  const target = await findTarget(db, chargeback, creditId);
  await db
    .updateTable("credit_chargebacks")
    .set({
      state: target.state,
      incoming_credit_id: creditId,
      why: target.state === "contradiction" ? target.why : null,
    })
    .where("id", "=", id)
    .execute();
  if (target.state === "debited") await debitWallet(db, target.order);
  if (target.state === "returned") await takeFromSuspense(db, { creditId, chargebackId: id });
  const said = `${providerLabel(adapter)} took back ${rupees(amountPaise)} of a credit (${reference})`;
  await notifySuperAdmins(db, {
    kind: "credit_charged_back",
    subjectId: id,
    detail:
      target.state === "contradiction"
        ? `${said}. ${target.why}: decide it under Adjustments`
        : `${said}. ${target.state === "debited" ? "The wallet was debited" : "It left suspense"}`,
  });
  await publishToSuperAdmins(db, ["deposits"]);
  await record(db, {
    act: "adjustment.charged_back",
    by: null,
    subject: { kind: "chargeback", id },
    after: {
      provider: adapter,
      reference,
      amount_paise: String(amountPaise),
      credit: creditId,
      outcome: target.state,
    },
  });
  return target.state;
}

/** Why a chargeback of a credit from suspense may be counted already, by the reason of its suspense. */
const contradictions: ReadonlyMap<string | null, string> = new Map<SuspenseReason, string>([
  ["partly_refunded", "It arrived without a refunded part, which may be this one"],
  ["utr_credited", "A deposit with its UTR was credited before, so a wallet may have this money"],
]);

/** Credit before deposit before wallet, the same lock order as when the credit arrived. */
async function findTarget(
  db: Tx,
  { id, reference, amountPaise }: RecordedChargeback,
  creditId: string,
): Promise<Target> {
  const credit = await db
    .selectFrom("incoming_credits")
    .select(["state", "reason", "amount_paise", "deposit_id", "receiving_account_id"])
    .where("id", "=", creditId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const contradiction = (why: string) => ({ state: "contradiction", why }) as const;
  if (credit.state === "returned") return contradiction("It had left suspense before");
  if (credit.state === "dismissed") return contradiction("It was dismissed in suspense");
  const problem = contradictions.get(credit.reason);
  if (problem !== undefined) return contradiction(problem);
  if (credit.deposit_id === null) {
    return amountPaise === credit.amount_paise
      ? { state: "returned" }
      : contradiction(`${rupees(credit.amount_paise)} is in suspense`);
  }
  const deposit = await lockDeposit(db, credit.deposit_id);
  if (!deposit) throw new Error(`Credit ${creditId} has no deposit`);
  const left = deposit.amount_paise - deposit.corrected_paise;
  if (amountPaise > left) {
    return contradiction(`${rupees(left)} of the deposit ${deposit.utr_reference} is left`);
  }
  if (await hasAdjustment(db, deposit.id)) {
    return contradiction("An adjustment of this deposit is proposed or posted");
  }
  await ledger.lock(db, [deposit.tenant_id]);
  const person = await db
    .selectFrom("tenants")
    .select("closed_at")
    .where("id", "=", deposit.tenant_id)
    .forKeyShare()
    .executeTakeFirst();
  if (person?.closed_at !== null) return contradiction("The tenant's account is closed");
  return {
    state: "debited",
    order: {
      kind: "chargeback",
      debitAccount: "wallet",
      creditAccount: "bank",
      receivingAccountId: credit.receiving_account_id,
      adapter: null,
      tenantId: deposit.tenant_id,
      amountPaise,
      reason: `The bank took back the transfer ${deposit.utr_reference}`,
      reference: reference.slice(0, 50),
      depositId: deposit.id,
      statementLineId: null,
      chargebackId: id,
    },
  };
}

async function debitWallet(db: Tx, order: AdjustmentOrder): Promise<void> {
  const adjustment = { id: newId(), ...order };
  await insertAdjustment(db, adjustment, { proposedBy: null, at: now(), state: "posted" });
  await postAdjustment(db, adjustment);
}

async function takeFromSuspense(
  db: Tx,
  { creditId, chargebackId }: { creditId: string; chargebackId: string },
): Promise<void> {
  const credit = await db
    .updateTable("incoming_credits")
    .set({
      state: "returned",
      chargeback_id: chargebackId,
      decided_at: now(),
      note: "The provider took it back",
      // A first decision of two no longer counts: the money is gone.
      first_decision: null,
      first_decided_by: null,
      first_decided_at: null,
    })
    .where("id", "=", creditId)
    .returning(["id as creditId", "amount_paise as amountPaise"])
    .returning("receiving_account_id as receivingAccountId")
    .executeTakeFirstOrThrow();
  await ledger.giveBack(db, [credit]);
}
