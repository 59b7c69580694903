import { sql, type RawBuilder } from "kysely";
import type { PayoutFieldValues } from "@rokad/contract/payout-fields";
import type { Db } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import { hashOfToken } from "./advice-link.ts";

/** What a beneficiary may know of a payout: no fee, no balance, and only the end of the account. */
export interface Payment {
  readonly payer: string;
  readonly payee: string;
  readonly method: "upi" | "imps";
  /** The last four digits of an account number, or the part of a UPI id from `@` on. */
  readonly accountEnd: string;
  readonly ifsc: string | null;
  readonly bank: string | null;
  readonly amountPaise: bigint;
  /** What came back of the amount. */
  readonly returnedPaise: bigint;
  readonly returnedAt: Date | null;
  readonly paidAt: Date | null;
  readonly utr: string | null;
  readonly reference: string;
  readonly purpose: PayoutFieldValues["purpose"];
  readonly remarks: string | null;
  /** `back`: it was paid and came back whole. `partly`: a part came back. */
  readonly outcome: "paid" | "partly" | "back" | "unpaid";
}

/** An active advice, as its link shows it. */
export interface ShownAdvice {
  readonly payment: Payment;
  readonly expiresAt: Date;
}

/** The payment of a link. @returns undefined for one that is unknown, revoked, expired, or turned off. */
export async function findAdvice(db: Db, token: string): Promise<ShownAdvice | undefined> {
  const { rows } = await sql<PaymentRow & { readonly expires_at: Date }>`
    select ${columns}, payment_advices.expires_at
    from payment_advices
    join payment_advice_settings as settings
      on settings.tenant_id = payment_advices.tenant_id and settings.is_on
    join payouts on payouts.id = payout_id
    join tenants on tenants.id = payouts.tenant_id
    where token_hash = ${hashOfToken(token)} and payment_advices.state = 'active'
      and expires_at > ${now()}
  `.execute(db);
  const [row] = rows;
  return row && { payment: asPayment(row), expiresAt: row.expires_at };
}

/** The payment of a payout; undefined if there is none. */
export async function readPayment(db: Db, payoutId: string): Promise<Payment | undefined> {
  return (await readPayments(db, sql`payouts.id = ${payoutId}`)).get(payoutId);
}

/** The payments of the payouts that a condition names, by the payout's id. */
export async function readPayments(
  db: Db,
  condition: RawBuilder<unknown>,
): Promise<Map<string, Payment>> {
  const { rows } = await sql<PaymentRow>`
    select ${columns} from payouts join tenants on tenants.id = payouts.tenant_id where ${condition}
  `.execute(db);
  return new Map(rows.map((row) => [row.id, asPayment(row)]));
}

interface PaymentRow {
  readonly id: string;
  readonly payer: string;
  readonly payee: string;
  readonly method: "upi" | "imps";
  readonly account_end: string;
  readonly ifsc_code: string | null;
  readonly bank_name: string | null;
  readonly amount_paise: bigint;
  readonly returned_paise: bigint;
  readonly returned_at: Date | null;
  readonly paid_at: Date | null;
  readonly utr_number: string | null;
  readonly reference_id: string;
  readonly purpose: PayoutFieldValues["purpose"];
  readonly remarks: string | null;
  readonly status: string;
}

const columns = sql`
  payouts.id, tenants.name as payer, beneficiary_name as payee, method, destination_end as account_end,
  ifsc_code, bank_name, amount_paise, payouts.returned_paise, utr_number, reference_id, purpose, remarks,
  payouts.status,
  (select min(at) from payout_events where payout_id = payouts.id and event = 'success') as paid_at,
  (
    select max(created_at) from payout_reversals where payout_reversals.payout_id = payouts.id
  ) as returned_at
`;

function asPayment(row: PaymentRow): Payment {
  const outcome = outcomeOf(row);
  return {
    payer: row.payer,
    payee: row.payee,
    method: row.method,
    accountEnd: row.account_end,
    ifsc: row.ifsc_code,
    bank: row.bank_name,
    amountPaise: row.amount_paise,
    returnedPaise: outcome === "back" ? row.amount_paise : row.returned_paise,
    returnedAt: row.returned_at,
    paidAt: row.paid_at,
    utr: row.utr_number,
    reference: row.reference_id,
    purpose: row.purpose,
    remarks: row.remarks,
    outcome,
  };
}

function outcomeOf(row: PaymentRow): Payment["outcome"] {
  if (row.status === "success") return row.returned_paise > 0n ? "partly" : "paid";
  return row.paid_at === null ? "unpaid" : "back";
}
