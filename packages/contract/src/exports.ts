import * as z from "zod/mini";
import { count, dataAnswer, defineCall, instant, messageAnswer, pageAnswer } from "./call.ts";
import { depositFilters } from "./deposits.ts";
import { id, idParams, limit, page, validDateRange } from "./fields.ts";
import { limits } from "./limits.ts";
import { payoutFilters } from "./payouts.ts";
import { walletFilters } from "./wallet.ts";
import { singlePage } from "./samples.ts";

/** The histories that a tenant can export in the background. */
export const exportKinds = ["payout_history", "wallet_history", "deposit_history"] as const;
export type ExportKind = (typeof exportKinds)[number];

/** The label of each kind. */
export const exportTitles: Record<ExportKind, string> = {
  payout_history: "Payout history",
  wallet_history: "Wallet history",
  deposit_history: "Deposit history",
};

const range = validDateRange("from", "to");

/** The same filters as the history's own export, without paging. */
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
    /** The filter of the request. */
    filter: z.object({
      status: z.optional(z.string()),
      type: z.optional(z.string()),
      utr: z.optional(z.string()),
      from: z.optional(z.string()),
      to: z.optional(z.string()),
    }),
    /** `failed`: can be retried; `expired`: the file is deleted. */
    state: z.enum(["waiting", "making", "ready", "failed", "expired"]),
    /** In rows; the total is null until the count is complete. */
    progress: z.object({ done: count(), total: z.nullable(count()) }),
    /** Why the last try failed. */
    reason: z.nullable(z.string()),
    file_name: z.string(),
    /** These three are null until the file is ready. */
    bytes: z.nullable(count()),
    rows: z.nullable(count()),
    expires_at: z.nullable(instant()),
    created_at: instant(),
  })
  .register(z.globalRegistry, { id: "PreparedExport" });
export type PreparedExport = z.output<typeof preparedExport>;

const waitingSample = {
  id: "01994c90-51aa-7c3e-8f02-9d4b7a6e1c20",
  kind: "wallet_history",
  filter: { type: "debit", from: "2026-04-01", to: "2026-11-21" },
  state: "waiting",
  progress: { done: 0, total: null },
  reason: null,
  file_name: "wallet-history-2026-11-21.csv",
  bytes: null,
  rows: null,
  expires_at: null,
  created_at: "2026-11-21T06:00:00.000Z",
};

const readySample = {
  ...waitingSample,
  state: "ready",
  progress: { done: 1_000_000, total: 1_000_000 },
  bytes: 185_613_402,
  rows: 1_000_000,
  expires_at: "2026-11-28T06:00:31.000Z",
};

export const listExports = defineCall({
  name: "listExports",
  summary: "Your exports, newest first",
  tag: "Exports",
  method: "GET",
  path: "/exports",
  who: "tenant",
  needs: "report",
  changesWith: ["jobs"],
  query: z.object({ page: page(), limit: limit(limits.exportsPageRows) }),
  answer: pageAnswer(preparedExport),
  example: { answer: { success: true, data: [readySample], ...singlePage } },
});

export const requestExport = defineCall({
  name: "requestExport",
  summary: "Export a history in the background",
  tag: "Exports",
  method: "POST",
  path: "/exports",
  who: "tenant",
  needs: "report",
  body: exportRequest,
  answer: dataAnswer(preparedExport),
  status: 201,
  idempotent: true,
  errors: ["TOO_MANY_EXPORTS"],
  example: {
    request: { kind: waitingSample.kind, filter: waitingSample.filter },
    answer: { success: true, data: waitingSample, message: "Your export is being prepared" },
  },
});

export const getExport = defineCall({
  name: "getExport",
  summary: "The state of an export",
  tag: "Exports",
  method: "GET",
  path: "/exports/{id}",
  who: "tenant",
  needs: "report",
  changesWith: ["jobs"],
  params: idParams,
  answer: dataAnswer(preparedExport),
  example: {
    answer: {
      success: true,
      data: {
        ...waitingSample,
        state: "making",
        progress: { done: 340_000, total: 1_000_000 },
      },
    },
  },
});

export const downloadExport = defineCall({
  name: "downloadExport",
  summary: "The file of a ready export; an interrupted download can resume",
  tag: "Exports",
  method: "GET",
  path: "/exports/{id}/file",
  who: "tenant",
  needs: "report",
  params: idParams,
  answer: "file",
  errors: ["EXPORT_NOT_READY", "EXPORT_EXPIRED"],
});

export const retryExport = defineCall({
  name: "retryExport",
  summary: "Retry a failed export",
  tag: "Exports",
  method: "POST",
  path: "/exports/{id}/retry",
  who: "tenant",
  needs: "report",
  params: idParams,
  answer: dataAnswer(preparedExport),
  errors: ["EXPORT_NOT_FAILED", "TOO_MANY_EXPORTS"],
  example: {
    answer: { success: true, data: waitingSample, message: "Your export is being prepared again" },
  },
});

export const deleteExport = defineCall({
  name: "deleteExport",
  summary: "Delete an export and its file; an export in progress stops",
  tag: "Exports",
  method: "DELETE",
  path: "/exports/{id}",
  who: "tenant",
  needs: "report",
  params: idParams,
  answer: messageAnswer,
  example: { answer: { success: true, message: "Export deleted" } },
});
