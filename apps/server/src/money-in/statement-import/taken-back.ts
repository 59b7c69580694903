import { todayInIndia } from "@rokad/contract/fields";
import { sql } from "kysely";
import type { Db, Tx } from "../../database/db.ts";
import { unnestRows } from "../../database/unnest-rows.ts";
import { notifySuperAdmins } from "../../identity/notifications/notify-super-admins.ts";
import { dayInIndia } from "../../kernel/days.ts";
import { rupees } from "../../kernel/money.ts";
import type { Verdict } from "./match-lines.ts";
import { creditedElsewhere, requestedElsewhere, type OwnAccount } from "./own-account.ts";

interface TakenBack {
  readonly id: string;
  readonly key: string;
  readonly utr: string;
  readonly paise: bigint;
  readonly status: "pending" | "completed" | "failed";
  readonly creditedAt: Date | null;
  readonly tenant: string;
  /** Whether an import after the credit already showed the debit. */
  readonly isKnown: boolean;
  /** The receiving account of the request, and that of the credit. */
  readonly sentTo: string | null;
  readonly arrivedIn: string | null;
}

/**
 * The deposits whose transfers a file's debit lines take back, by UTR key. Locks them: closes the
 * race with an approval, which either sees the debit or commits before it.
 */
export async function lockTakenBack(
  db: Tx,
  keys: readonly string[],
): Promise<ReadonlyMap<string, TakenBack>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<TakenBack>`
    select deposits.id, utr_key as key, utr_reference as utr, amount_paise as paise, status,
      reviewed_at as "creditedAt", tenants.name as tenant,
      receiving_account_id as "sentTo", arrived_in_id as "arrivedIn",
      exists (
        select from statement_debits as debit
        join statement_lines as line on line.id = debit.line_id
        join statement_imports as import on import.id = line.import_id
        where debit.utr_key = deposits.utr_key and import.imported_at >= deposits.reviewed_at
      ) as "isKnown"
    from deposits join tenants on tenants.id = tenant_id
    where status <> 'failed' and utr_key = any(${keys}::text[])
    order by deposits.id
    for no key update of deposits
  `.execute(db);
  return new Map(rows.map((row) => [row.key, row]));
}

/** The verdict on a debit line whose transfer was credited or is requested. */
export function ofTakenBack(takenBack: TakenBack, own: OwnAccount): Verdict {
  const { id, utr, status, creditedAt } = takenBack;
  const when = creditedAt === null ? "" : ` on ${dayInIndia(todayInIndia(creditedAt))}`;
  const reason =
    status === "completed"
      ? `The bank took back the transfer ${utr}, which was credited${when}.${creditedElsewhere(own, takenBack.arrivedIn)} Decide with the tenant and the bank.`
      : `The bank took back the transfer ${utr}.${requestedElsewhere(own, takenBack.sentTo)} Reject its request.`;
  return { outcome: "taken_back", reason, depositId: id };
}

/** Notifies super admins of credits that this import contradicts and no earlier one did. */
export async function notifyContradictions(
  db: Tx,
  { id, fileName, ownAccount }: { id: string; fileName: string; ownAccount: OwnAccount },
  takenBack: readonly TakenBack[],
): Promise<void> {
  const credits = takenBack.filter(({ status, isKnown }) => status === "completed" && !isKnown);
  const [first] = credits;
  if (!first) return;
  const others = credits.length === 1 ? "" : ` (and ${credits.length - 1} more)`;
  const elsewhere = creditedElsewhere(ownAccount, first.arrivedIn).slice(0, -1);
  await notifySuperAdmins(db, {
    kind: "statement_contradicts",
    subjectId: id,
    detail:
      elsewhere === ""
        ? `${rupees(first.paise)} with UTR ${first.utr} was credited to ${first.tenant}, but ${fileName} shows it as taken back${others}`
        : `${rupees(first.paise)} with UTR ${first.utr} was credited to ${first.tenant}, but ${fileName} shows it as taken back${others}.${elsewhere}`,
  });
}

/** Stores the UTR keys of a file's debit or credit lines. */
export async function insertKeys(
  db: Tx,
  direction: "debit" | "credit",
  keys: readonly { readonly utr_key: string; readonly line_id: string }[],
): Promise<void> {
  const table = direction === "debit" ? "statement_debits" : "statement_credit_keys";
  await sql`
    insert into ${sql.table(table)} (utr_key, line_id)
    select utr_key, line_id
    from ${unnestRows("added", { utr_key: "text", line_id: "uuid" }, keys)}
  `.execute(db);
}

/** The keys among these that a debit line of any import has. */
export async function findDebitKeys(db: Db, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await db
    .selectFrom("statement_debits")
    .select("utr_key")
    .distinct()
    .where("utr_key", "in", keys)
    .execute();
  return rows.map((row) => row.utr_key);
}
