import { randomInt } from "node:crypto";
import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import { database, transaction, type Db, type Tx } from "../../database/db.ts";
import { newId } from "../../kernel/ids.ts";
import { blindIndex, encrypt, decrypt } from "../../database/encryption/encrypt.ts";
import type { IncomingCredit, Sender, VirtualAccounts } from "../virtual-accounts.ts";

/** A fictitious bank: no real branch code begins with these letters. */
const ifscCode = "RKSB0000001";
const creditsAtMost = 100;

/** Money that is sent to the sandbox bank. */
interface Deposit {
  /** An account number, which may belong to nobody. */
  readonly accountNumber: string;
  readonly amountPaise: bigint;
  readonly utr: string | null;
  readonly sender: IncomingCredit["sender"];
}

/**
 * The sandbox bank's virtual accounts. It stores the allowed senders but, like some real banks,
 * accepts money from anyone, so that credits from other senders can be tested.
 */
export const sandboxVirtualAccounts: VirtualAccounts = {
  async open({ key, name, senders }) {
    const account = await database()
      .insertInto("sandbox_bank.virtual_accounts")
      .values({
        reference: `va_${newId()}`,
        opened_for: key,
        account_number: `9988${String(randomInt(1e10, 2 ** 40)).slice(0, 10)}`,
        ifsc_code: ifscCode,
        holder_name: name,
        senders: hashesOf(senders),
        created_at: now(),
      })
      .onConflict((conflict) =>
        conflict.column("opened_for").doUpdateSet({ senders: hashesOf(senders) }),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
    return {
      providerReference: account.reference,
      accountNumber: account.account_number,
      ifscCode: account.ifsc_code,
      isOpen: account.is_open,
    };
  },

  setAllowedSenders: (reference, senders) => change(reference, { senders: hashesOf(senders) }),

  close: (reference) => change(reference, { is_open: false }),

  async *credits(from, to) {
    for (let after = { created_at: from, reference: "" }; ;) {
      const rows = await selectCredits(database())
        .where("created_at", "<", to)
        .where(sql<boolean>`(created_at, reference) > (${after.created_at}, ${after.reference})`)
        .execute();
      if (rows.length > 0) yield rows.map(asCredit);
      const last = rows.at(-1);
      if (!last || rows.length < creditsAtMost) return;
      after = last;
    }
  },

  deliverCredits: (receive) =>
    transaction(async (db) => {
      const due = await selectCredits(db)
        .where("reported_at", "is", null)
        .forUpdate()
        .skipLocked()
        .execute();
      if (due.length === 0) return 0;
      await receive(due.map(asCredit));
      await db
        .updateTable("sandbox_bank.credits")
        .set({ reported_at: now() })
        .where(
          "reference",
          "in",
          due.map(({ reference }) => reference),
        )
        .execute();
      return due.length;
    }),
};

/** Records a credit; the next delivery reports it. */
export async function recordSandboxCredit(db: Tx, deposit: Deposit): Promise<void> {
  const account = await db
    .selectFrom("sandbox_bank.virtual_accounts")
    .select("reference")
    .where("account_number", "=", deposit.accountNumber)
    .executeTakeFirst();
  const reference = `cr_${newId()}`;
  await db
    .insertInto("sandbox_bank.credits")
    .values({
      reference,
      virtual_account: account?.reference ?? `va_of_${deposit.accountNumber.slice(-4)}`,
      amount_paise: deposit.amountPaise,
      utr: deposit.utr,
      sender_encrypted:
        deposit.sender && encrypt("sandbox credit", reference, JSON.stringify(deposit.sender)),
      created_at: now(),
    })
    .execute();
}

async function change(
  reference: string,
  values: { senders: Buffer[] } | { is_open: false },
): Promise<void> {
  await database()
    .updateTable("sandbox_bank.virtual_accounts")
    .set(values)
    .where("reference", "=", reference)
    .execute();
}

function selectCredits(db: Db) {
  return db
    .selectFrom("sandbox_bank.credits")
    .selectAll()
    .orderBy("created_at")
    .orderBy("reference")
    .limit(creditsAtMost);
}

type CreditRow = Awaited<ReturnType<ReturnType<typeof selectCredits>["execute"]>>[number];

function asCredit(row: CreditRow): IncomingCredit {
  const sender =
    row.sender_encrypted && decrypt("sandbox credit", row.reference, row.sender_encrypted);
  return {
    creditReference: row.reference,
    virtualAccount: row.virtual_account,
    amountPaise: row.amount_paise,
    utr: row.utr,
    sender: sender === null ? null : (JSON.parse(sender) as IncomingCredit["sender"]),
    at: row.created_at,
  };
}

function hashesOf(senders: readonly Sender[]): Buffer[] {
  return senders.map(({ accountNumber }) => blindIndex("account number", accountNumber));
}
