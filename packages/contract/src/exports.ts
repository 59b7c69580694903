import * as z from "zod/mini";
import { count, defineCall, instant, many, one } from "./call.ts";
import { depositFilters } from "./deposits.ts";
import { id, idParams, limit, page, sensibleRange } from "./fields.ts";
import { limits } from "./limits.ts";
import { payoutFilters } from "./payouts.ts";
import { walletFilters } from "./wallet.ts";

/** What a tenant can have exported in the background. */
export const exportKinds = ["payout_history", "wallet_history", "deposit_history"] as const;
export type ExportKind = (typeof exportKinds)[number];

/** The words for each. */
export const exportTitles: Record<ExportKind, string> = {
  payout_history: "Payout history",
  wallet_history: "Wallet history",
  deposit_history: "Deposit history",
};

const range = sensibleRange("from", "to");

/** The filter is that of the history's own export: all of it, not a page. */
export const exportRequest = z.discriminatedUnion(
  "kind",
  [
    z.object({
      kind: z.literal("payout_history"),
      filter: z.object(payoutFilters).check(range),
    }),
    z.object({
      kind: z.literal("wallet_history"),
      filter: z.object(walletFilters).check(range),
    }),
    z.object({
      kind: z.literal("deposit_history"),
      filter: z.object(depositFilters).check(range),
    }),
  ],
  { error: "Choose what to export" },
);
export type ExportRequest = z.output<typeof exportRequest>;

export const preparedExport = z
  .object({
    id,
    kind: z.enum(exportKinds),
    /** As it was asked for: only what narrows the history. */
    filter: z.object({
      status: z.optional(z.string()),
      type: z.optional(z.string()),
      utr: z.optional(z.string()),
      from: z.optional(z.string()),
      to: z.optional(z.string()),
    }),
    /** `failed` can be asked for again; the file of an `expired` one is gone. */
    state: z.enum(["waiting", "making", "ready", "failed", "expired"]),
    /** In rows; the total is null until they are counted. */
    progress: z.object({ done: count(), total: z.nullable(count()) }),
    /** Why it failed, or why the last try did. */
    reason: z.nullable(z.string()),
    file_name: z.string(),
    /** These three are null until it is ready. */
    bytes: z.nullable(count()),
    rows: z.nullable(count()),
    expires_at: z.nullable(instant()),
    created_at: instant(),
  })
  .register(z.globalRegistry, { id: "PreparedExport" });
export type PreparedExport = z.output<typeof preparedExport>;

export const listExports = defineCall({
  name: "listExports",
  summary: "Exports that you had prepared, newest first",
  method: "GET",
  path: "/exports",
  who: "tenant",
  changesWith: ["jobs"],
  query: z.object({ page: page(), limit: limit(limits.exportsPageRows) }),
  answer: many(preparedExport),
});

export const requestExport = defineCall({
  name: "requestExport",
  summary: "Have a history exported in the background",
  method: "POST",
  path: "/exports",
  who: "tenant",
  body: exportRequest,
  answer: one(preparedExport),
  status: 201,
  idempotent: true,
  errors: ["TOO_MANY_EXPORTS"],
});

export const getExport = defineCall({
  name: "getExport",
  summary: "How an export stands",
  method: "GET",
  path: "/exports/{id}",
  who: "tenant",
  changesWith: ["jobs"],
  params: idParams,
  answer: one(preparedExport),
});

export const downloadExport = defineCall({
  name: "downloadExport",
  summary: "The file of an export that is ready; a download that broke off can go on",
  method: "GET",
  path: "/exports/{id}/file",
  who: "tenant",
  params: idParams,
  answer: "file",
  errors: ["EXPORT_NOT_READY", "EXPORT_EXPIRED"],
});

export const retryExport = defineCall({
  name: "retryExport",
  summary: "Have an export that failed made again",
  method: "POST",
  path: "/exports/{id}/retry",
  who: "tenant",
  params: idParams,
  answer: one(preparedExport),
  errors: ["EXPORT_NOT_FAILED", "TOO_MANY_EXPORTS"],
});

export const deleteExport = defineCall({
  name: "deleteExport",
  summary: "Delete an export with its file; one that is being made is stopped",
  method: "DELETE",
  path: "/exports/{id}",
  who: "tenant",
  params: idParams,
  answer: z.object({ success: z.literal(true), message: z.string() }),
});
