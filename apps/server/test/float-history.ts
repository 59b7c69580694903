import { sql } from "kysely";
import { database, transaction, type Tx } from "../src/database/db.ts";
import { blindIndex, encrypt } from "../src/database/encryption/encrypt.ts";
import { unnestRows } from "../src/database/unnest-rows.ts";
import { createSuperAdmin } from "../src/identity/people/create-super-admin.ts";
import { newId } from "../src/kernel/ids.ts";
import { adjustPlatform } from "../src/ledger/adjust.ts";
import * as ledger from "../src/ledger/ledger.ts";
import { openTenant } from "../src/tenants/accounts/open-tenant.ts";

/** How many rows of each kind a history gets. */
export interface FloatRows {
  /** Paid, with a provider's charge that no worker has booked yet. */
  readonly payouts: number;
  readonly deposits: number;
  /** Bank charges. */
  readonly adjustments: number;
  /** In suspense; every second one was returned. */
  readonly credits: number;
}

const receivingAccounts = 3;
const rowsPerStatement = 500;
const providerFeePaise = 200n;
const providerTaxPaise = 36n;
export const chargePaise = providerFeePaise + providerTaxPaise;
/** Of each posting on a bank account, and of each payout. */
export const rowPaise = 1_000_00n;

/**
 * Opens a history for the Float page: a tenant, two super admins and three receiving accounts. Rows and
 * postings are written by the ledger's verbs, many at a time, so that the books balance.
 */
export async function openFloatHistory() {
  await createSuperAdmin({ mobile: "9000000001", name: "Meera Iyer" });
  await createSuperAdmin({ mobile: "9000000002", name: "Ravi Nair" });
  const { _id: tenant } = await transaction((db) =>
    openTenant(db, {
      name: "Sharma Traders",
      mobile: "9000000003",
      role: "operator",
      features: [],
      allowedProviders: ["primary"],
    }),
  );
  const { rows: admins } = await sql<{ id: string }>`
    select id from people where installation_roles is not null order by mobile
  `.execute(database());
  const [proposer, confirmer] = admins.map(({ id }) => id);
  if (!proposer || !confirmer) throw new Error("There are no super admins");
  const accounts = await addAccounts(proposer);
  let numbers = 0;
  const newUtr = () => `HDFCN${String((numbers += 1)).padStart(11, "0")}`;

  async function addDeposits(db: Tx, count: number): Promise<void> {
    const rows = Array.from({ length: count }, (_, at) => ({
      id: newId(),
      account: accountAt(at),
      utr: newUtr(),
    }));
    await sql`
      insert into deposits (
        id, tenant_id, amount_paise, utr_reference, came_through, status, reviewed_at, created_at,
        arrived_in_id
      )
      select id, ${tenant}, ${rowPaise}, utr, 'sandbox', 'completed', now(), now(), account
      from ${unnestRows("added", { id: "uuid", account: "uuid", utr: "text" }, rows)}
    `.execute(db);
    await ledger.credit(
      db,
      rows.map(({ id, account }) => ({
        walletId: tenant,
        depositId: id,
        amountPaise: rowPaise,
        receivingAccountId: account,
      })),
    );
  }

  async function addPayouts(db: Tx, count: number): Promise<void> {
    const charges = Array.from({ length: count }, () => ({
      walletId: tenant,
      payoutId: newId(),
      amountPaise: 1_00n,
      feePaise: 5_00n,
      gstPaise: 90n,
    }));
    const ids = charges.map(({ payoutId }) => ({ id: payoutId }));
    await sql`
      insert into payouts (
        id, tenant_id, reference_id, method, beneficiary_name, destination_encrypted,
        destination_hash, destination_end, ifsc_code, amount_paise, fee_paise, gst_paise, provider,
        adapter, provider_state, provider_fee_paise, provider_tax_paise, status, order_digest,
        created_at, updated_at, finished_at
      )
      select id, ${tenant}, upper(right(replace(id::text, '-', ''), 20)), 'imps', 'Asha Rao', '', '',
        '6789', 'HDFC0000001', 100, 500, 90, 'primary', 'sandbox', 'success', ${providerFeePaise},
        ${providerTaxPaise}, 'success', '', now(), now(), now()
      from ${unnestRows("added", { id: "uuid" }, ids)}
    `.execute(db);
    const locked = await ledger.lock(db, [tenant]);
    await ledger.hold(db, charges, { locked });
    await ledger.settle(db, charges, { locked });
  }

  async function addAdjustments(db: Tx, count: number): Promise<void> {
    const rows = Array.from({ length: count }, (_, at) => ({
      id: newId(),
      account: accountAt(at),
      reference: newUtr(),
    }));
    await sql`
      insert into adjustments (
        id, kind, debit_account, credit_account, amount_paise, reason, reference, state,
        proposed_by, proposed_at, closed_by, closed_at, receiving_account_id
      )
      select id, 'bank_charge', 'losses', 'bank', ${rowPaise}, 'The bank''s charge', reference,
        'posted', ${proposer}, now(), ${confirmer}, now(), account
      from ${unnestRows("added", { id: "uuid", account: "uuid", reference: "text" }, rows)}
    `.execute(db);
    for (const { id, account } of rows) {
      await adjustPlatform(db, {
        adjustmentId: id,
        amountPaise: rowPaise,
        debitAccount: "losses",
        creditAccount: "bank",
        receivingAccountId: account,
      });
    }
  }

  async function addCredits(db: Tx, count: number): Promise<void> {
    const rows = Array.from({ length: count }, (_, at) => ({
      id: newId(),
      account: accountAt(at),
      utr: newUtr(),
      return_utr: at % 2 === 0 ? newUtr() : null,
    }));
    const columns = { id: "uuid", account: "uuid", utr: "text", return_utr: "text" } as const;
    await sql`
      insert into incoming_credits (
        id, adapter, credit_reference, virtual_account_reference, amount_paise, utr_reference,
        sent_at, created_at, state, reason, decided_by, decided_at, return_utr, receiving_account_id
      )
      select id, 'sandbox', utr, 'VA1', ${rowPaise}, utr, now(), now(),
        case when return_utr is null then 'suspense' else 'returned' end, 'Unknown sender',
        case when return_utr is not null then ${proposer}::uuid end,
        case when return_utr is not null then now() end, return_utr, account
      from ${unnestRows("added", columns, rows)}
    `.execute(db);
    const credits = rows.map((row) => ({
      creditId: row.id,
      amountPaise: rowPaise,
      receivingAccountId: row.account,
      isReturned: row.return_utr !== null,
    }));
    await ledger.suspend(db, credits);
    await ledger.giveBack(
      db,
      credits.filter(({ isReturned }) => isReturned),
    );
  }

  const accountAt = (at: number) => accounts[at % accounts.length] ?? null;

  return {
    tenant,
    accounts,
    /** Adds rows and their postings; the wallet pays for the payouts with the deposits. */
    async add({ deposits, payouts, adjustments, credits }: FloatRows): Promise<void> {
      await inParts(deposits, addDeposits);
      await inParts(payouts, addPayouts);
      await inParts(adjustments, addAdjustments);
      await inParts(credits, addCredits);
    },
    /** Imports a complete statement of each account, as of today. */
    async importStatements(): Promise<void> {
      for (const account of accounts)
        await transaction((db) => importStatement(db, account, proposer));
    },
  };
}

async function addAccounts(person: string): Promise<string[]> {
  const ids = Array.from({ length: receivingAccounts }, () => newId());
  for (const [at, id] of ids.entries()) {
    const number = `0012003400${at}`;
    await sql`
      insert into receiving_accounts (
        id, label, account_holder_name, account_number_encrypted, account_number_hash,
        account_number_end, ifsc_code, bank_name, is_default, created_by, created_at, updated_at
      ) values (
        ${id}, ${`Account ${at + 1}`}, 'Rokad', ${encrypt("receiving account number", id, number)},
        ${blindIndex("account number", number)}, ${number.slice(-4)}, 'HDFC0000001', 'HDFC Bank',
        ${at === 0}, ${person}, now(), now()
      )
    `.execute(database());
  }
  return ids;
}

async function inParts(count: number, add: (db: Tx, count: number) => Promise<void>) {
  for (let done = 0; done < count; done += rowsPerStatement)
    await transaction((db) => add(db, Math.min(rowsPerStatement, count - done)));
}

/**
 * Writes what the import of a statement leaves: a line with its key for each posting on the account,
 * and the closing balance.
 */
async function importStatement(db: Tx, account: string, person: string): Promise<void> {
  const id = newId();
  await sql`
    insert into statement_imports (
      id, file_name, file_digest, kind, format_fingerprint, columns, line_count, seen_count,
      imported_by, imported_at, receiving_account_id
    ) values (${id}, 'statement.csv', '', 'csv', '', '{}', 0, 0, ${person}, now(), ${account})
  `.execute(db);
  await sql`
    create temporary table posted on commit drop as
    select gen_random_uuid() as line, gen_random_uuid() as credit, utr, paise,
      row_number() over () as number
    from (
      select utr_key as utr, amount_paise as paise from deposits where arrived_in_id = ${account}
      union all
      select reference, -amount_paise from adjustments where receiving_account_id = ${account}
      union all
      select utr_key, amount_paise from incoming_credits where receiving_account_id = ${account}
      union all
      select return_utr, -amount_paise from incoming_credits
      where receiving_account_id = ${account} and return_utr is not null
    ) as moved (utr, paise)
  `.execute(db);
  await sql`
    insert into statement_credits (id, fingerprint, first_import_id)
    select credit, sha256((utr || 'credit')::bytea), ${id} from posted where paise > 0
    on conflict (fingerprint) do nothing
  `.execute(db);
  await sql`
    insert into statement_lines (
      id, import_id, line_number, credit_id, booked_on, amount_paise, reference, outcome, reason,
      debit_fingerprint
    )
    select line, ${id}, number, known.id, (now() at time zone 'Asia/Kolkata')::date, abs(paise), utr,
      case when paise > 0 then 'exact' else 'debit' end, '',
      case when paise < 0 then sha256((utr || 'debit')::bytea) end
    from posted left join statement_credits as known
      on paise > 0 and fingerprint = sha256((utr || 'credit')::bytea)
  `.execute(db);
  for (const [table, sign] of [
    ["statement_credit_keys", 1],
    ["statement_debits", -1],
  ] as const)
    await sql`
      insert into ${sql.table(table)} (utr_key, line_id)
      select utr, line from posted where sign(paise) = ${sign}
    `.execute(db);
  await sql`
    insert into bank_balances (
      id, receiving_account_id, day, balance_paise, import_id, covers_from, opening_paise,
      recorded_by, recorded_at
    )
    select ${newId()}, ${account}, (now() at time zone 'Asia/Kolkata')::date, sum(paise), ${id},
      (now() at time zone 'Asia/Kolkata')::date, 0, ${person}, now()
    from posted
  `.execute(db);
}
