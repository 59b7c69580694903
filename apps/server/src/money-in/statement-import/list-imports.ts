import type { StatementImport, StatementLine } from "@rokad/contract/statement-import";
import type { LineGroup, LineOutcome } from "@rokad/contract/statement-outcomes";
import { lineGroups } from "@rokad/contract/statement-outcomes";
import { findWarnings } from "../deposits/find-warnings.ts";
import { todayInIndia } from "@rokad/contract/fields";
import { database, type Db } from "../../database/db.ts";
import { dayInIndia } from "../../kernel/days.ts";
import { notFound } from "../../kernel/errors.ts";
import { inr, maskEnd, rupees } from "../../kernel/money.ts";
import { pageOf } from "../../kernel/page.ts";
import { decrypt } from "../../database/encryption/encrypt.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import {
  countImports,
  findImport,
  selectImports,
  selectLines,
  sumByOutcome,
  type ImportRow,
  type LineRow,
} from "./import-queries.ts";
import { takenBackReason } from "./match-lines.ts";
import { approvable, lineGroup, outcomesOf } from "./line-status.ts";

interface Page {
  readonly page: number;
  readonly limit: number;
}

export async function listImports(viewer: SuperAdmin, page: Page) {
  const db = database();
  const [rows, total] = await Promise.all([selectImports(db, page), countImports(db)]);
  const sums = await sumsOf(db, viewer, rows);
  return {
    data: rows.map((row) => asImport(row, sums)),
    pagination: pageOf(page, total),
    total: Number(total),
  };
}

/** @throws 404 */
export async function readImport(db: Db, viewer: SuperAdmin, id: string): Promise<StatementImport> {
  const row = await findImport(db, id);
  if (!row) throw notFound("This import");
  return asImport(row, await sumsOf(db, viewer, [row]));
}

/** @throws 404 */
export async function listLines(
  viewer: SuperAdmin,
  importId: string,
  { group = "all", ...page }: Page & { group?: "all" | LineGroup | undefined },
) {
  const db = database();
  const { groups } = await readImport(db, viewer, importId);
  const outcomes = group === "all" ? undefined : outcomesOf(group);
  const rows = await selectLines(db, viewer, importId, outcomes, page);
  const counted = group === "all" ? Object.values(groups) : [groups[group]];
  const total = counted.reduce((sum, { count }) => sum + count, 0);
  const warnings = await findWarnings(
    db,
    new Map(
      rows.flatMap(({ id, deposit_id: deposit, current_outcome: outcome }) =>
        deposit && (approvable.has(outcome) || outcome === "amount_differs") ? [[deposit, id]] : [],
      ),
    ),
  );
  const data = rows.map((row) => asLine(row, warnings.get(row.deposit_id ?? "")));
  return { data, pagination: pageOf(page, BigInt(total)), total };
}

type Sums = Awaited<ReturnType<typeof sumByOutcome>>;

async function sumsOf(db: Db, viewer: SuperAdmin, rows: readonly ImportRow[]): Promise<Sums> {
  return rows.length === 0
    ? []
    : sumByOutcome(
        db,
        viewer,
        rows.map(({ id }) => id),
      );
}

function asImport(row: ImportRow, sums: Sums): StatementImport {
  const totalOf = (group: LineGroup) => {
    const own = sums.filter(
      (sum) => sum.import_id === row.id && lineGroup[sum.current_outcome] === group,
    );
    return {
      count: Number(own.reduce((all, { count }) => all + count, 0n)),
      total_amount: inr(own.reduce((all, { paise }) => all + paise, 0n)),
    };
  };
  const groups = Object.fromEntries(lineGroups.map((group) => [group, totalOf(group)]));
  return {
    id: row.id,
    file_name: row.file_name,
    kind: row.kind as "csv" | "xlsx",
    imported_at: row.imported_at.toISOString(),
    imported_by: { id: row.imported_by, name: row.importer_name },
    receiving_account:
      row.own_id === null
        ? null
        : {
            id: row.own_id,
            label: row.own_label ?? "",
            bank_name: row.own_bank ?? "",
            account_number: maskEnd(row.own_end ?? ""),
          },
    line_count: row.line_count,
    seen_count: row.seen_count,
    same_file_as:
      row.same_id && row.same_imported_at
        ? { id: row.same_id, imported_at: row.same_imported_at.toISOString() }
        : null,
    groups: groups as StatementImport["groups"],
    contradictions: {
      count: Number(row.contradiction_count),
      total_amount: inr(row.contradiction_paise),
    },
  };
}

/** @param warnings those of its request, if a person can approve it from this line. */
export function asLine(row: LineRow, warnings: StatementLine["warnings"] = []): StatementLine {
  return {
    id: row.id,
    line: row.line_number,
    booked_on: row.booked_on,
    amount: row.amount_paise === null ? null : inr(row.amount_paise),
    reference: row.reference,
    narration:
      row.narration_encrypted && decrypt("statement narration", row.id, row.narration_encrypted),
    outcome: row.current_outcome,
    group: lineGroup[row.current_outcome],
    reason: reasonOf(row),
    seen_before:
      row.first_id && row.first_id !== row.import_id && row.first_imported_at
        ? { file_name: row.first_file_name ?? "", imported_at: row.first_imported_at.toISOString() }
        : null,
    can_approve: approvable.has(row.current_outcome),
    can_credit_received: row.current_outcome === "amount_differs",
    deposit: depositOf(row),
    warnings,
  };
}

/** The reason from the import, unless the request was decided since. */
function reasonOf(row: LineRow): string {
  if (row.current_outcome === row.outcome) {
    const first = row.deposit_status === "pending" ? row.first_approver_name : null;
    return first ? `${row.reason} ${first} gave the first approval.` : row.reason;
  }
  const when = row.reviewed_at ? ` on ${dayInIndia(todayInIndia(row.reviewed_at))}` : "";
  const by = row.reviewer_name ? ` by ${row.reviewer_name}` : "";
  const currentReasons: Partial<Record<LineOutcome, string>> = {
    credited: `Approved from ${row.used_for === row.deposit_id ? "this line" : "the queue"}${when}${by}.${amountsOf(row)}`,
    ambiguous: `Its deposit was credited${when}${by} with another amount.${amountsOf(row)} Decide with the tenant and the bank.`,
    request_rejected: `Rejected${when}${by}: ${row.review_note ?? ""}`,
    taken_back: takenBackReason,
    own_money: "The platform's own money: recorded on the Float page.",
    not_creditable:
      "The credit of this transfer on a virtual account is in suspense or was decided there.",
    account_revoked: "The bank account of its request was revoked. Decide it in the deposit queue.",
    possible_duplicate: `${row.reason} The same amount may already be credited.`,
    first_approval_given: "You gave the first approval. Another super admin must give the second.",
  };
  return currentReasons[row.current_outcome] ?? row.reason;
}

function amountsOf({ requested_paise: requested, deposit_paise: received }: LineRow): string {
  if (requested === null || received === null) return "";
  return ` Requested ${rupees(requested)}, received ${rupees(received)}.`;
}

function depositOf(row: LineRow): StatementLine["deposit"] {
  const { deposit_id: id, deposit_paise: paise, deposit_created_at: created } = row;
  if (!id || paise === null || !created || !row.tenant_id) return null;
  return {
    id,
    amount: inr(paise),
    utr_reference: row.utr_reference ?? "",
    status: row.deposit_status as "pending" | "completed" | "failed",
    created_at: created.toISOString(),
    account_holder_name: row.account_holder_name ?? "",
    account_number: maskEnd(row.account_number_end ?? ""),
    tenant: { id: row.tenant_id, name: row.tenant_name ?? "" },
  };
}
