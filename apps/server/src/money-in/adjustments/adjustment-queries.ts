import type { AdjustmentKind } from "@rokad/contract/adjustment-states";
import { sql } from "kysely";
import type { AdjustmentAccount } from "@rokad/contract/adjustment-kinds";
import type { Db, Tx } from "../../database/db.ts";

/** What an adjustment moves and why: everything that two people sign. */
export interface AdjustmentOrder {
  readonly kind: AdjustmentKind;
  readonly debitAccount: AdjustmentAccount;
  readonly creditAccount: AdjustmentAccount;
  /** On `bank`: the receiving account; null for money in none, and in rows from before. */
  readonly receivingAccountId: string | null;
  /** On `provider`: the provider's adapter; null in rows from before. */
  readonly adapter: string | null;
  readonly tenantId: string | null;
  readonly amountPaise: bigint;
  readonly reason: string;
  readonly reference: string | null;
  readonly depositId: string | null;
  readonly statementLineId: string | null;
  readonly chargebackId: string | null;
}

export interface Adjustment extends AdjustmentOrder {
  readonly id: string;
}

interface Origin {
  readonly proposedBy: string | null;
  readonly at: Date;
  /** A chargeback is posted at once; a proposal waits for its second person. */
  readonly state: "proposed" | "posted";
}

export async function insertAdjustment(
  db: Tx,
  { id, ...order }: Adjustment,
  { proposedBy, at, state }: Origin,
): Promise<void> {
  await db
    .insertInto("adjustments")
    .values({
      id,
      kind: order.kind,
      debit_account: order.debitAccount,
      credit_account: order.creditAccount,
      receiving_account_id: order.receivingAccountId,
      adapter: order.adapter,
      tenant_id: order.tenantId,
      amount_paise: order.amountPaise,
      reason: order.reason,
      reference: order.reference,
      deposit_id: order.depositId,
      statement_line_id: order.statementLineId,
      chargeback_id: order.chargebackId,
      state,
      proposed_by: proposedBy,
      proposed_at: at,
      ...(state === "posted" && { closed_at: at }),
    })
    .execute();
}

/** A proposal with its proposer. */
export interface Proposal extends Adjustment {
  readonly state: "proposed" | "posted" | "withdrawn";
  readonly proposedBy: string | null;
  readonly proposedAt: Date;
  readonly proposerName: string | null;
  readonly isProposerActive: boolean;
  readonly closedBy: string | null;
  readonly closerName: string | null;
  readonly closedAt: Date | null;
  readonly tenantName: string | null;
}

/** An adjustment; undefined when there is none. */
export async function findProposal(db: Db, id: string): Promise<Proposal | undefined> {
  const { rows } = await sql<Proposal>`
    select adjustments.id, kind, debit_account as "debitAccount", credit_account as "creditAccount",
      receiving_account_id as "receivingAccountId", adapter, tenant_id as "tenantId",
      amount_paise as "amountPaise", reason, reference,
      deposit_id as "depositId", statement_line_id as "statementLineId",
      chargeback_id as "chargebackId", state, proposed_by as "proposedBy", proposed_at as "proposedAt",
      proposer.name as "proposerName", coalesce(
        proposer.installation_roles is not null and proposer.is_active, false
      ) as "isProposerActive", closed_by as "closedBy", closer.name as "closerName",
      adjustments.closed_at as "closedAt", tenant.name as "tenantName"
    from adjustments
    left join people as proposer on proposer.id = proposed_by
    left join people as closer on closer.id = closed_by
    left join tenants as tenant on tenant.id = tenant_id
    where adjustments.id = ${id}
  `.execute(db);
  return rows[0];
}

/**
 * Locks an adjustment. Adjustments are locked before deposits, deposits before wallets and wallets
 * before people, so that nothing deadlocks. The names are read afterwards, because a joined table
 * would be as old as the statement.
 */
export async function lockProposal(db: Tx, id: string): Promise<Proposal | undefined> {
  await db.selectFrom("adjustments").select("id").where("id", "=", id).forUpdate().execute();
  return findProposal(db, id);
}

/** A deposit with what was taken back of it, locked: closes the race between two corrections. */
export function lockDeposit(db: Tx, id: string) {
  return db
    .selectFrom("deposits")
    .select(["id", "tenant_id", "status", "amount_paise", "corrected_paise", "utr_reference"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** A chargeback with the deposit that got its credit, locked. */
export function lockChargeback(db: Tx, id: string) {
  return db
    .selectFrom("credit_chargebacks as chargeback")
    .leftJoin("incoming_credits as credit", "credit.id", "incoming_credit_id")
    .leftJoin("deposits", "deposits.id", "credit.deposit_id")
    .select(["chargeback.state", "chargeback.amount_paise"])
    .select(["deposits.id as deposit_id", "deposits.tenant_id"])
    .where("chargeback.id", "=", id)
    .forUpdate("chargeback")
    .executeTakeFirst();
}

/** The open proposals that would debit a deposit's tenant, in paise, without one of them. */
export async function sumProposedDebits(db: Db, depositId: string, exceptId: string | null) {
  const { rows } = await sql<{ paise: bigint }>`
    select coalesce(sum(amount_paise), 0)::bigint as paise from adjustments
    where deposit_id = ${depositId} and state = 'proposed' and debit_account = 'wallet'
      and id is distinct from ${exceptId}
  `.execute(db);
  return rows[0]?.paise ?? 0n;
}

/** Whether people corrected a locked deposit, or propose to. */
export async function hasAdjustment(db: Tx, depositId: string): Promise<boolean> {
  const adjustment = await db
    .selectFrom("adjustments")
    .select("id")
    .where("deposit_id", "=", depositId)
    .where("kind", "<>", "chargeback")
    .where("state", "in", ["proposed", "posted"])
    .limit(1)
    .executeTakeFirst();
  return adjustment !== undefined;
}

/** What adjustments have left in suspense, in paise. The rest belongs to undecided credits. */
export async function sumSuspenseAdjustments(db: Db): Promise<bigint> {
  const { rows } = await sql<{ paise: bigint }>`
    select coalesce(sum(case 'suspense' when credit_account then amount_paise else -amount_paise
      end), 0)::bigint as paise
    from adjustments
    where state = 'posted' and 'suspense' in (debit_account, credit_account)
  `.execute(db);
  return rows[0]?.paise ?? 0n;
}
