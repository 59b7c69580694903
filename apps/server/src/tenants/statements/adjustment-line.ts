import { adjustmentLabel } from "@rokad/contract/adjustment-kinds";
import type { Db } from "../../database/db.ts";
import type { Tenant } from "../../kernel/person.ts";
import type { StatementEntry } from "../../ledger/statement.ts";
import { adjustmentsBehind, type AdjustmentFacts } from "./queries.ts";
import type { Line } from "./line.ts";

const kinds = {
  adjust_credit: "correction",
  adjust_debit: "correction",
  owe: "owed",
  repay: "repaid",
} as const;
type AdjustingKind = keyof typeof kinds;

export function isAdjusting(kind: StatementEntry["kind"]): kind is AdjustingKind {
  return kind in kinds;
}

/** The lines of corrections, of what they left to owe and of its payments, by entry number. */
export async function adjustmentLines(
  db: Db,
  tenant: Tenant,
  entries: readonly StatementEntry[],
): Promise<ReadonlyMap<bigint, Line>> {
  const adjusting = entries.filter(({ kind }) => isAdjusting(kind));
  const ids = adjusting.filter(({ kind }) => kind !== "repay").map(({ subjectId }) => subjectId);
  const facts = ids.length > 0 ? await adjustmentsBehind(db, tenant, [...new Set(ids)]) : [];
  const adjustmentOf = new Map(facts.map((adjustment) => [adjustment.id, adjustment]));
  return new Map(
    adjusting.map((entry) => [entry.entry, lineOf(entry, adjustmentOf.get(entry.subjectId))]),
  );
}

function lineOf(entry: StatementEntry, adjustment: AdjustmentFacts | undefined): Line {
  if (!isAdjusting(entry.kind)) throw new Error(`Entry ${entry.entry} is no correction`);
  if (!adjustment && entry.kind !== "repay") {
    throw new Error(`Entry ${entry.entry} has no adjustment in this wallet`);
  }
  const lineKind = kinds[entry.kind];
  return {
    ...entry,
    lineKind,
    ...textOf(lineKind, adjustment),
    reference: lineKind === "correction" ? (adjustment?.reference ?? null) : null,
    utr: null,
    account: null,
    ifsc: null,
    bank: null,
    payout: undefined,
  };
}

function textOf(
  lineKind: (typeof kinds)[AdjustingKind],
  adjustment: AdjustmentFacts | undefined,
): { particulars: string; detail: string | null } {
  if (lineKind === "repaid") return { particulars: "Paid off what you owed", detail: null };
  if (lineKind === "owed") {
    return { particulars: "Owed after a correction", detail: "Your next credits pay it off" };
  }
  return {
    particulars: `Correction: ${adjustment ? adjustmentLabel(adjustment.kind).toLowerCase() : ""}`,
    detail: adjustment?.reason ?? null,
  };
}
