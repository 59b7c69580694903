import type { LineOutcome } from "@rokad/contract/statement-outcomes";
import { sql, type RawBuilder } from "kysely";
import type { Db } from "../../database/db.ts";
import { dayInIndia } from "../../kernel/days.ts";
import { rupees } from "../../kernel/money.ts";

/** What the newest imported statement shows for a deposit's UTR; null columns without a line. */
export interface StatementColumns {
  readonly statement_day: string | null;
  readonly statement_paise: bigint | null;
  /** The result of the import for this deposit; null if the line was imported before the request. */
  readonly statement_outcome: LineOutcome | null;
  readonly statement_reason: string | null;
  /** Why a person reviews the line, whichever request it is about. */
  readonly statement_review_reason: string | null;
  /** The line, and its transfer, which it shares with the same line of other imports. */
  readonly statement_line_id: string | null;
  readonly statement_credit_id: string | null;
}

export interface StatementEvidence {
  /** As `YYYY-MM-DD`; null if the line has none. */
  readonly bookedOn: string | null;
  readonly paise: bigint;
  /** "unchecked": the line is older than the request, so its sender was not compared. */
  readonly verdict: "agrees" | "unchecked" | "differs";
  readonly message: string;
}

/**
 * The newest credit line with the deposit's UTR, as columns for a lateral join. A damaged UTR has no
 * key, so lines that the import matched are found by their deposit.
 * @param deposit the name of the joined `deposits`.
 */
export const newestStatementLine = (
  deposit: RawBuilder<unknown>,
): RawBuilder<StatementColumns> => sql`
  select
    to_char(line.booked_on, 'YYYY-MM-DD') as statement_day,
    line.amount_paise as statement_paise,
    case when line.deposit_id = ${deposit}.id then line.outcome end as statement_outcome,
    case when line.deposit_id = ${deposit}.id then line.reason end as statement_reason,
    line.review_reason as statement_review_reason,
    line.id as statement_line_id,
    line.credit_id as statement_credit_id
  from (
    select line_id from statement_credit_keys where utr_key = ${deposit}.utr_key
    union
    select id from statement_lines where deposit_id = ${deposit}.id
  ) as found
  join statement_lines as line on line.id = found.line_id
  join statement_imports as import on import.id = line.import_id
  where line.amount_paise is not null
    and line.outcome not in ('debit', 'taken_back', 'own_money', 'request_rejected')
  order by import.imported_at desc, (line.deposit_id = ${deposit}.id) desc nulls last, line.line_number
  limit 1
`;

/** @returns undefined when no imported statement has the UTR. */
export function statementEvidence(
  requestedPaise: bigint,
  line: StatementColumns,
): StatementEvidence | undefined {
  const { statement_day: bookedOn, statement_paise: paise, statement_outcome: outcome } = line;
  if (paise === null) return undefined;
  const evidence = { bookedOn, paise };
  const on = bookedOn === null ? "" : ` on ${dayInIndia(bookedOn)}`;
  if (paise !== requestedPaise)
    return {
      ...evidence,
      verdict: "differs",
      message: `A bank statement shows ${rupees(paise)} for this UTR instead of ${rupees(requestedPaise)}`,
    };
  if (outcome === null && line.statement_review_reason !== null)
    return {
      ...evidence,
      verdict: "differs",
      message: `Bank statement${on}: ${line.statement_review_reason}`,
    };
  if (outcome === null)
    return {
      ...evidence,
      verdict: "unchecked",
      message: `A bank statement shows this UTR and amount${on}. Import it again to compare the sender.`,
    };
  if (outcome === "exact" || outcome === "credited")
    return { ...evidence, verdict: "agrees", message: line.statement_reason ?? "" };
  return {
    ...evidence,
    verdict: "differs",
    message: `Bank statement${on}: ${line.statement_reason ?? ""}`,
  };
}

/** The evidence for one deposit, within the transaction that locked it. */
export async function findStatementEvidence(
  db: Db,
  deposit: { readonly id: string; readonly amount_paise: bigint },
): Promise<StatementEvidence | undefined> {
  const { rows } = await sql<StatementColumns>`
    select line.*
    from deposits as deposit
    cross join lateral (${newestStatementLine(sql.table("deposit"))}) as line
    where deposit.id = ${deposit.id}
  `.execute(db);
  return rows[0] && statementEvidence(deposit.amount_paise, rows[0]);
}
