import * as z from "zod/mini";
import {
  count,
  dataAnswer,
  defineCall,
  instant,
  messageAnswer,
  money,
  pageAnswer,
} from "./call.ts";
import { amountReason, approvalErrors } from "./deposit-reviews.ts";
import { depositStatuses } from "./deposits.ts";
import { id, idName, idParams, limit, page } from "./fields.ts";
import { fileKind, filePreview, importedFile } from "./imported-file.ts";
import { limits } from "./limits.ts";
import { warning } from "./reviews.ts";
import { lineGroups, lineOutcomes } from "./statement-outcomes.ts";

const tag = "Bank statement import";
const forViewers = {
  tag,
  method: "GET",
  who: "superadmin",
  needs: "view",
  changesWith: ["deposits"],
} as const;
const forOperations = { tag, who: "superadmin", needs: "operate" } as const;
/** The columns that the import reads from a bank statement. */
export const statementColumns = [
  "date",
  "reference",
  "narration",
  "sender",
  "credit",
  "debit",
  "amount",
  "direction",
  "balance",
] as const;
export type StatementColumn = (typeof statementColumns)[number];

const column = z.optional(
  z.int("A column is a number from 0").check(z.minimum(0), z.maximum(limits.statementColumnsMax)),
);
const columnIndexes = z.object({
  date: column,
  reference: column,
  narration: column,
  sender: column,
  credit: column,
  debit: column,
  amount: column,
  direction: column,
  balance: column,
});

/** The index of each column in the file, from 0. */
export type ColumnPlaces = z.output<typeof columnIndexes>;

/** @returns the message for each column that is missing or used twice. */
export function missingColumns(places: ColumnPlaces): Partial<Record<StatementColumn, string>> {
  const { date, reference, narration, credit, amount, debit, direction } = places;
  return {
    ...(date === undefined && { date: "Choose the column with the date" }),
    ...(credit === undefined &&
      amount === undefined && { credit: "Choose the column with the incoming money" }),
    ...(credit !== undefined &&
      amount !== undefined && { amount: "Choose either a credit column or an amount column" }),
    ...(reference === undefined &&
      narration === undefined && { reference: "Choose the column with the UTR, or the narration" }),
    ...(credit !== undefined &&
      credit === debit && { debit: "Choose different columns for credit and debit" }),
    ...(amount !== undefined &&
      amount === direction && { direction: "Choose different columns for amount and Cr/Dr" }),
  };
}

const chosenColumns = columnIndexes.check(
  z.check<ColumnPlaces>((context) => {
    for (const [name, message] of Object.entries(missingColumns(context.value))) {
      context.issues.push({ code: "custom", message, path: [name], input: context.value });
    }
  }),
);

const file = {
  ...importedFile(limits.statementFileBytesMax),
  /** The receiving account of the statement; required when there are several. */
  receiving_account_id: z.optional(z.uuid("Choose the account of this statement")),
};

const fileErrors = [
  "STATEMENT_OF_OTHER_ACCOUNT",
  "STATEMENT_UNREADABLE",
  "STATEMENTS_BUSY",
  "SETTING_UNREADABLE",
] as const;

export const previewStatement = defineCall({
  name: "previewStatement",
  summary: "Preview how a bank statement is read; stores nothing",
  method: "POST",
  path: "/super-admin/statement-imports/preview",
  ...forOperations,
  stepUp: { unsigned: "Stores nothing" },
  body: z.object(file),
  bodyBytesMax: limits.statementBodyBytesMax,
  answer: dataAnswer(
    z.object({
      ...filePreview,
      /** The account of the statement; null while there is none. */
      receiving_account_id: z.nullable(id),
      /** False if the file has no account number, so that only a person knows whose it is. */
      names_account: z.boolean(),
      line_count: count(),
      columns: columnIndexes,
      /** True if `columns` come from an earlier import with this header. */
      remembered: z.boolean(),
    }),
  ),
  errors: fileErrors,
});

const groupTotal = z.object({ count: count(), total_amount: money });
export const statementImport = z
  .object({
    id,
    file_name: z.string(),
    kind: fileKind,
    imported_at: instant(),
    imported_by: idName,
    /** The receiving account of the statement; null for imports from before there were several. */
    receiving_account: z.nullable(
      z.object({ id, label: z.string(), bank_name: z.string(), account_number: z.string() }),
    ),
    line_count: count(),
    /** Lines that an earlier import already had, in any file. */
    seen_count: count(),
    /** The earlier import of the same file. */
    same_file_as: z.nullable(z.object({ id, imported_at: instant() })),
    groups: z.object({
      exact: groupTotal,
      decide: groupTotal,
      unmatched: groupTotal,
      settled: groupTotal,
      skipped: groupTotal,
    }),
    /** Debit lines that take back a credited deposit. */
    contradictions: groupTotal,
  })
  .register(z.globalRegistry, { id: "StatementImport" });
export type StatementImport = z.output<typeof statementImport>;

export const statementLine = z
  .object({
    id,
    /** The line number in the file, from 1. */
    line: count(),
    booked_on: z.nullable(z.string()),
    amount: z.nullable(money),
    /** As in the file, before any correction. */
    reference: z.nullable(z.string()),
    narration: z.nullable(z.string()),
    outcome: z.enum(lineOutcomes),
    group: z.enum(lineGroups),
    /** The reason, as a sentence. */
    reason: z.string(),
    /** The first import with this line. */
    seen_before: z.nullable(z.object({ file_name: z.string(), imported_at: instant() })),
    /** True if the signed-in person can approve the deposit from this line. */
    can_approve: z.boolean(),
    /** True if the person can credit the deposit with the amount of this line instead. */
    can_credit_received: z.boolean(),
    deposit: z.nullable(
      z.object({
        id,
        amount: money,
        utr_reference: z.string(),
        status: z.enum(depositStatuses),
        created_at: instant(),
        account_holder_name: z.string(),
        account_number: z.string(),
        tenant: idName,
      }),
    ),
    /** Those of the deposit queue for its request; empty if it can't be approved from this line. */
    warnings: z.array(warning),
  })
  .register(z.globalRegistry, { id: "BankStatementLine" });
export type StatementLine = z.output<typeof statementLine>;

export const importStatement = defineCall({
  name: "importStatement",
  summary: "Import a bank statement and match its lines with deposit requests; credits nothing",
  method: "POST",
  path: "/super-admin/statement-imports",
  ...forOperations,
  stepUp: { unsigned: "Credits nothing; approving its lines is signed" },
  body: z.object({ ...file, columns: chosenColumns }),
  bodyBytesMax: limits.statementBodyBytesMax,
  answer: dataAnswer(statementImport),
  status: 201,
  idempotent: true,
  errors: fileErrors,
  example: {
    request: {
      file_name: "statement-2026-11-20.csv",
      content: "RGF0ZSxOYXJyYXRpb24sQ3JlZGl0Cg==",
      columns: { date: 0, narration: 1, credit: 2 },
    },
  },
});

export const listStatementImports = defineCall({
  name: "listStatementImports",
  summary: "Imported bank statements, newest first",
  path: "/super-admin/statement-imports",
  ...forViewers,
  query: z.object({ page: page(), limit: limit(limits.statementImportsPageRows) }),
  answer: pageAnswer(statementImport),
});

export const getStatementImport = defineCall({
  name: "getStatementImport",
  summary: "One import, with the current totals of its lines",
  path: "/super-admin/statement-imports/{id}",
  ...forViewers,
  params: idParams,
  answer: dataAnswer(statementImport),
});

export const undoStatementImport = defineCall({
  name: "undoStatementImport",
  summary: "Undo an import from which nothing was approved; later imports are judged without it",
  method: "POST",
  path: "/super-admin/statement-imports/{id}/undo",
  ...forOperations,
  stepUp: { unsigned: "Credits nothing; nothing was approved from it" },
  params: idParams,
  answer: messageAnswer,
  errors: ["STATEMENT_IN_USE"],
});

export const listStatementLines = defineCall({
  name: "listStatementLines",
  summary: "The lines of an import, with their current match results",
  path: "/super-admin/statement-imports/{id}/lines",
  ...forViewers,
  params: idParams,
  query: z.object({
    group: z.optional(z.enum(["all", ...lineGroups])),
    page: page(),
    limit: limit(limits.historyPageRows),
  }),
  answer: pageAnswer(statementLine),
});

export const approveStatementMatches = defineCall({
  name: "approveStatementMatches",
  summary: "Approve the deposits of exact matches, as many as fit into a few seconds",
  method: "POST",
  path: "/super-admin/statement-imports/{id}/approve",
  ...forOperations,
  stepUp: { signs: "steps", field: "after_line" },
  idempotent: true,
  params: idParams,
  body: z.object({
    /** Continue after this line: the `next_line` of the previous answer. */
    after_line: z.optional(z.int().check(z.minimum(0), z.maximum(limits.statementLineNumberMax))),
  }),
  answer: dataAnswer(
    z.object({
      credited: groupTotal,
      /** Above the limit in System Settings: a second super admin must approve. */
      first_approvals: groupTotal,
      /** Lines that could not be approved, for example because they were decided meanwhile. */
      refused: z.array(z.object({ line: count(), reason: z.string() })),
      /** The `after_line` of the next call; null when all are done. */
      next_line: z.nullable(count()),
    }),
  ),
});

export const approveStatementLine = defineCall({
  name: "approveStatementLine",
  summary: "Approve the deposit that matches one line, after a manual check",
  method: "POST",
  path: "/super-admin/statement-lines/{id}/approve",
  ...forOperations,
  stepUp: { signs: "request" },
  idempotent: true,
  params: idParams,
  body: z.object({
    /** For a line with another amount: credits the line's amount for this reason. */
    amount_reason: z.optional(amountReason),
  }),
  answer: dataAnswer(statementLine),
  errors: [...approvalErrors, "LINE_NOT_APPROVABLE"],
});
