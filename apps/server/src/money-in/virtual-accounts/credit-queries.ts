import type { SuspenseReason } from "@rokad/contract/suspense";
import { now } from "../../kernel/clock.ts";
import type { Tx } from "../../database/db.ts";
import type { IncomingCredit, Sender } from "../../providers/virtual-accounts.ts";
import { encrypt, decrypt } from "../../database/encryption/encrypt.ts";
import { utrKey } from "../../kernel/utr-key.ts";
import { isSameAccount } from "./same-account.ts";

/** The receiving account that a provider's virtual accounts settle to; undefined for its own. */
export async function findSettlementAccount(db: Tx, adapter: string): Promise<string | undefined> {
  const account = await db
    .selectFrom("receiving_accounts")
    .select("id")
    .where("settles_adapter", "=", adapter)
    .executeTakeFirst();
  return account?.id;
}

/** Our record of a provider's virtual account. */
export function findVirtualAccount(db: Tx, adapter: string, reference: string) {
  return db
    .selectFrom("virtual_accounts")
    .select(["id", "tenant_id", "state"])
    .where("adapter", "=", adapter)
    .where("provider_reference", "=", reference)
    .executeTakeFirst();
}

interface NewCredit {
  readonly id: string;
  readonly adapter: string;
  readonly credit: IncomingCredit;
  readonly utr: string | null;
  readonly virtualAccountId: string | undefined;
  readonly receivingAccountId: string | null;
}

/**
 * Records a credit. If another transaction is recording the same credit, waits for its commit.
 * @returns false when the credit was already recorded.
 */
export async function insertCredit(
  db: Tx,
  { id, adapter, credit, utr, virtualAccountId, receivingAccountId }: NewCredit,
): Promise<boolean> {
  const { sender } = credit;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("incoming_credits")
    .values({
      id,
      adapter,
      credit_reference: credit.creditReference,
      virtual_account_reference: credit.virtualAccount,
      virtual_account_id: virtualAccountId ?? null,
      receiving_account_id: receivingAccountId,
      amount_paise: credit.amountPaise,
      bank_reference: credit.utr,
      utr_reference: utr,
      ...(sender && {
        sender_number_encrypted: encrypt("sender of a credit", id, sender.accountNumber),
        sender_number_end: sender.accountNumber.slice(-4),
      }),
      sender_ifsc: sender?.ifscCode ?? null,
      sender_name: sender?.name ?? null,
      sent_at: credit.at,
      created_at: now(),
      state: "arriving",
    })
    .onConflict((conflict) => conflict.columns(["adapter", "credit_reference"]).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export type ReservingDeposit = NonNullable<Awaited<ReturnType<typeof lockDepositByUtr>>>;

/** The deposit that reserves this UTR in any spelling (pending or completed), locked. */
export function lockDepositByUtr(db: Tx, utr: string) {
  return (
    db
      .selectFrom("deposits")
      .select(["id", "tenant_id", "amount_paise", "status"])
      .where("utr_key", "=", utrKey(utr))
      .where("status", "<>", "failed")
      // As a reviewer's lock, so that each waits for the other.
      .forNoKeyUpdate()
      .executeTakeFirst()
  );
}

/** How far apart a request and the same transfer through a virtual account may be. */
const similarDays = 3;

interface Similar {
  readonly tenantId: string;
  readonly bankAccountId: string;
  readonly credit: IncomingCredit;
  readonly utr: string;
}

/**
 * A request for the amount of a credit, from the same bank account and within three days, whose own
 * money did not arrive through a virtual account: probably this transfer with another UTR.
 */
export function findSimilarRequest(db: Tx, { tenantId, bankAccountId, credit, utr }: Similar) {
  const reach = similarDays * 86_400_000;
  const ownKey = utrKey(utr);
  return (
    db
      .selectFrom("deposits")
      .leftJoin("incoming_credits", "incoming_credits.deposit_id", "deposits.id")
      .select("deposits.id")
      .where("deposits.tenant_id", "=", tenantId)
      .where("deposits.bank_account_id", "=", bankAccountId)
      .where("deposits.amount_paise", "=", credit.amountPaise)
      // A request with this credit's own UTR that was added since is found by the retry.
      .where("deposits.utr_key", "<>", ownKey)
      .where("deposits.status", "in", ["pending", "completed"])
      .where("deposits.came_through", "is", null)
      .where("incoming_credits.id", "is", null)
      .where("deposits.created_at", ">=", new Date(credit.at.getTime() - reach))
      .where("deposits.created_at", "<=", new Date(credit.at.getTime() + reach))
      .orderBy("deposits.created_at")
      .limit(1)
      .executeTakeFirst()
  );
}

/** Locks a tenant's status until the transaction ends. @returns whether the tenant is active. */
export async function lockTenant(db: Tx, tenantId: string): Promise<boolean> {
  const person = await db
    .selectFrom("tenants")
    .select(["is_active", "closed_at", "closing_at"])
    .where("id", "=", tenantId)
    .forKeyShare()
    .executeTakeFirst();
  if (!person || person.closed_at !== null) return false;
  return person.is_active && person.closing_at === null;
}

/**
 * The id of the tenant's approved bank account that matches a sender; locked against revocation
 * until the transaction ends.
 */
export async function findSenderAccount(
  db: Tx,
  tenantId: string,
  sender: Sender,
): Promise<string | undefined> {
  const accounts = await db
    .selectFrom("bank_accounts")
    .select(["id", "account_number_encrypted", "ifsc_code"])
    .where("tenant_id", "=", tenantId)
    .where("status", "=", "approved")
    .orderBy("id")
    .execute();
  // Compares decrypted numbers: banks drop leading zeros, so the blind index can miss a match.
  const matching = accounts.find(
    ({ id, account_number_encrypted: encrypted, ifsc_code: ifscCode }) =>
      isSameAccount(sender, {
        accountNumber: decrypt("bank account number", id, encrypted),
        ifscCode,
      }),
  );
  if (!matching) return undefined;
  const locked = await db
    .selectFrom("bank_accounts")
    .select("id")
    .where("id", "=", matching.id)
    .where("status", "=", "approved")
    .forShare()
    .executeTakeFirst();
  return locked?.id;
}

export function markCredited(db: Tx, id: string, depositId: string) {
  return db
    .updateTable("incoming_credits")
    .set({ state: "credited", deposit_id: depositId })
    .where("id", "=", id)
    .execute();
}

export function markSuspended(
  db: Tx,
  id: string,
  reason: SuspenseReason,
  similarDepositId: string | null,
) {
  return db
    .updateTable("incoming_credits")
    .set({ state: "suspense", reason, similar_deposit_id: similarDepositId })
    .where("id", "=", id)
    .execute();
}
