import * as z from "zod/mini";
import { count, defineCall, instant, many, money, one } from "./call.ts";
import { depositStatuses } from "./deposits.ts";
import { id, idParams, limit, page, text } from "./fields.ts";
import { limits } from "./limits.ts";

/** What a column of a bank statement can hold. */
export const statementColumns = [
  "date",
  "reference",
  "narration",
  "sender",
  "credit",
  "debit",
  "amount",
  "direction",
] as const;
export type StatementColumn = (typeof statementColumns)[number];

const column = z.optional(
  z.int("A column is a number from 0").check(z.minimum(0), z.maximum(limits.statementColumnsMax)),
);
const columnPlaces = z.object({
  date: column,
  reference: column,
  narration: column,
  sender: column,
  credit: column,
  debit: column,
  amount: column,
  direction: column,
});

/** Which column of the file holds what, counted from 0. */
export type ColumnPlaces = z.output<typeof columnPlaces>;

/** What is missing before a statement can be read with these columns, under the field's name. */
export function missingColumns(places: ColumnPlaces): Partial<Record<StatementColumn, string>> {
  const { date, reference, narration, credit, amount, debit, direction } = places;
  return {
    ...(date === undefined && { date: "Choose the column with the date" }),
    ...(credit === undefined &&
      amount === undefined && { credit: "Choose the column with the money that came in" }),
    ...(credit !== undefined &&
      amount !== undefined && { amount: "Choose either a credit column or an amount column" }),
    ...(reference === undefined &&
      narration === undefined && { reference: "Choose the column with the UTR, or the narration" }),
    ...(credit !== undefined && credit === debit && { debit: "Credit and debit are two columns" }),
    ...(amount !== undefined &&
      amount === direction && { direction: "Amount and Cr/Dr are two columns" }),
  };
}

const chosenColumns = columnPlaces.check(
  z.check<ColumnPlaces>((context) => {
    for (const [name, message] of Object.entries(missingColumns(context.value))) {
      context.issues.push({ code: "custom", message, path: [name], input: context.value });
    }
  }),
);

const file = {
  file_name: text({
    required: "A file name is required",
    max: [limits.statementFileNameCharsMax, "The file name must not exceed 200 characters"],
  }),
  /** The file's bytes in base64. */
  content: z.string({ error: "Choose a file" }).check(
    z.minLength(1, "The file is empty"),
    z.maxLength(
      // Four characters for three bytes.
      Math.ceil(limits.statementFileBytesMax / 3) * 4,
      "The file is larger than 10 MB",
    ),
  ),
};

const fileKind = z.enum(["csv", "xlsx"]);

export const previewStatement = defineCall({
  name: "previewStatement",
  summary: "How a bank statement would be read; nothing is kept",
  method: "POST",
  path: "/super-admin/statement-imports/preview",
  who: "superadmin",
  body: z.object(file),
  bodyBytesMax: limits.statementBodyBytesMax,
  answer: one(
    z.object({
      kind: fileKind,
      line_count: count(),
      /** The header's words, one for each column. */
      header: z.array(z.string()),
      columns: columnPlaces,
      /** True when `columns` are those with which this bank's statement was imported before. */
      remembered: z.boolean(),
      sample: z.array(z.object({ line: count(), cells: z.array(z.string()) })),
    }),
  ),
  errors: ["STATEMENT_UNREADABLE", "STATEMENTS_BUSY"],
});

/** What a line of the statement turned out to be, for the person who decides. */
export const lineOutcomes = [
  "exact",
  "sender_differs",
  "amount_differs",
  "duplicate",
  "ambiguous",
  "mangled_candidate",
  "mangled",
  "request_rejected",
  "first_approval_given",
  "unknown",
  "credited",
  "debit",
  "no_amount",
  "unreadable",
] as const;
export type LineOutcome = (typeof lineOutcomes)[number];

/** The outcomes by what there is to do about them. */
export const lineGroups = ["exact", "decide", "unmatched", "settled", "skipped"] as const;
export type LineGroup = (typeof lineGroups)[number];

const groupTotal = z.object({ count: count(), total_amount: money });

export const statementImport = z
  .object({
    id,
    file_name: z.string(),
    kind: fileKind,
    imported_at: instant(),
    imported_by: z.object({ id, name: z.string() }),
    line_count: count(),
    /** Lines that an earlier import had, in whatever file. */
    seen_count: count(),
    /** The earlier import of the very same file. */
    same_file_as: z.nullable(z.object({ id, imported_at: instant() })),
    groups: z.object({
      exact: groupTotal,
      decide: groupTotal,
      unmatched: groupTotal,
      settled: groupTotal,
      skipped: groupTotal,
    }),
  })
  .register(z.globalRegistry, { id: "StatementImport" });
export type StatementImport = z.output<typeof statementImport>;

export const statementLine = z
  .object({
    id,
    /** Its number in the file, counted from 1. */
    line: count(),
    booked_on: z.nullable(z.string()),
    amount: z.nullable(money),
    /** As the file has it, before any repair. */
    reference: z.nullable(z.string()),
    narration: z.nullable(z.string()),
    outcome: z.enum(lineOutcomes),
    group: z.enum(lineGroups),
    /** Why, in a sentence. */
    reason: z.string(),
    /** The earlier import that had this line first. */
    seen_before: z.nullable(z.object({ file_name: z.string(), imported_at: instant() })),
    /** True when the signed-in person can approve the deposit from this line. */
    can_approve: z.boolean(),
    deposit: z.nullable(
      z.object({
        id,
        amount: money,
        utr_reference: z.string(),
        status: z.enum(depositStatuses),
        created_at: instant(),
        account_holder_name: z.string(),
        account_number: z.string(),
        tenant: z.object({ id, name: z.string() }),
      }),
    ),
  })
  .register(z.globalRegistry, { id: "StatementLine" });
export type StatementLine = z.output<typeof statementLine>;

export const importStatement = defineCall({
  name: "importStatement",
  summary: "Keep a bank statement's lines and match them with deposit requests; credits nothing",
  method: "POST",
  path: "/super-admin/statement-imports",
  who: "superadmin",
  body: z.object({ ...file, columns: chosenColumns }),
  bodyBytesMax: limits.statementBodyBytesMax,
  answer: one(statementImport),
  status: 201,
  idempotent: true,
  errors: ["STATEMENT_UNREADABLE", "STATEMENTS_BUSY"],
});

export const listStatementImports = defineCall({
  name: "listStatementImports",
  summary: "Imported bank statements, newest first",
  method: "GET",
  path: "/super-admin/statement-imports",
  who: "superadmin",
  changesWith: ["deposits"],
  query: z.object({ page: page(), limit: limit(limits.statementImportsPageRows) }),
  answer: many(statementImport),
});

export const getStatementImport = defineCall({
  name: "getStatementImport",
  summary: "One import, with what its lines come to now",
  method: "GET",
  path: "/super-admin/statement-imports/{id}",
  who: "superadmin",
  changesWith: ["deposits"],
  params: idParams,
  answer: one(statementImport),
});

export const listStatementLines = defineCall({
  name: "listStatementLines",
  summary: "The lines of an import, as they stand now",
  method: "GET",
  path: "/super-admin/statement-imports/{id}/lines",
  who: "superadmin",
  changesWith: ["deposits"],
  params: idParams,
  query: z.object({
    group: z.optional(z.enum(["all", ...lineGroups])),
    page: page(),
    limit: limit(limits.historyPageRows),
  }),
  answer: many(statementLine),
});

export const approveStatementMatches = defineCall({
  name: "approveStatementMatches",
  summary: "Approve the deposits of an import's exact matches, as many as fit into some seconds",
  method: "POST",
  path: "/super-admin/statement-imports/{id}/approve",
  who: "superadmin",
  params: idParams,
  body: z.object({
    /** Go on behind this line: `next_line` of the answer before. */
    after_line: z.optional(z.int().check(z.minimum(0), z.maximum(limits.statementLineNumberMax))),
  }),
  answer: one(
    z.object({
      credited: groupTotal,
      /** Above the limit in System Settings: another super admin must approve too. */
      first_approvals: groupTotal,
      /** What somebody else decided meanwhile, or what could not be approved. */
      refused: z.array(z.object({ line: count(), reason: z.string() })),
      /** Where the next call goes on; null when all are done. */
      next_line: z.nullable(count()),
    }),
  ),
});

export const approveStatementLine = defineCall({
  name: "approveStatementLine",
  summary: "Approve the deposit that one line was matched with, after a look at it",
  method: "POST",
  path: "/super-admin/statement-lines/{id}/approve",
  who: "superadmin",
  params: idParams,
  body: z.object({}),
  answer: one(statementLine),
  errors: [
    "ALREADY_DECIDED",
    "SECOND_APPROVER_NEEDED",
    "LINE_NOT_APPROVABLE",
    "SETTING_UNREADABLE",
  ],
});
