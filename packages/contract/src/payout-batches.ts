import * as z from "zod/mini";
import {
  batchColumns,
  batchFields,
  chosenBatchColumns,
  unclearBatchColumns,
} from "./batch-columns.ts";
import { batchFundings, batchRowViews, batchStates } from "./batch-states.ts";
import { count, dataAnswer, defineCall, pageAnswer } from "./call.ts";
import { id, idParams, limit, page } from "./fields.ts";
import { noControlCharacters, search, text } from "./form-fields.ts";
import { filePreview, importedFile } from "./imported-file.ts";
import { limits } from "./limits.ts";
import { contentHash } from "./payment-requests.ts";
import { batchRow, payoutBatch, payoutBatchDetail } from "./payout-batch.ts";

export const forBatches = {
  tag: "Bulk payouts",
  who: "tenant",
  feature: "bulk_payouts",
} as const;
const file = importedFile(limits.batchFileBytesMax);
const fileErrors = ["FILE_UNREADABLE", "FILES_BUSY"] as const;
const exampleFile = { file_name: "salaries.csv", content: "TmFtZSxBY2NvdW50LElGU0MsQW1vdW50Cg==" };
export const batchAnswer = z.object({
  success: z.literal(true),
  message: z.string(),
  data: payoutBatchDetail,
});

export const previewPayoutBatch = defineCall({
  ...forBatches,
  name: "previewPayoutBatch",
  summary: "Recognise the columns of a CSV or XLSX file of payouts; stores nothing",
  method: "POST",
  path: "/payout-batches/preview",
  scopes: ["payouts:request"],
  needs: "prepare",
  bodyBytesMax: limits.batchBodyBytesMax,
  body: z.object(file),
  answer: dataAnswer(
    z.object({
      ...filePreview,
      row_count: count(),
      /** The product or bank whose template it is, such as "RazorpayX bulk payouts". */
      template: z.nullable(z.string()),
      /** Those of the template, of an earlier file with this header, or recognised by its words. */
      columns: batchColumns,
      unclear: unclearBatchColumns,
    }),
  ),
  errors: fileErrors,
  example: { request: exampleFile },
});

export const createPayoutBatch = defineCall({
  ...forBatches,
  name: "createPayoutBatch",
  summary: "Store a file as a draft and check each row; pays nothing",
  method: "POST",
  path: "/payout-batches",
  scopes: ["payouts:request"],
  needs: "prepare",
  idempotent: true,
  bodyBytesMax: limits.batchBodyBytesMax,
  body: z.object({
    ...file,
    columns: chosenBatchColumns,
    /** The ended batch of the same file that the person means to pay again. */
    repeat_of: z.optional(id),
  }),
  answer: batchAnswer,
  status: 201,
  errors: [...fileErrors, "BATCH_EXISTS", "TENANT_CLOSING", "SETTING_UNREADABLE"],
  example: {
    request: {
      ...exampleFile,
      columns: { beneficiary_name: 0, account_number: 1, ifsc_code: 2, amount: 3 },
    },
  },
});

export const listPayoutBatches = defineCall({
  ...forBatches,
  name: "listPayoutBatches",
  summary: "Batches of payouts, newest first",
  method: "GET",
  path: "/payout-batches",
  scopes: ["payouts:read"],
  needs: "view",
  changesWith: ["payouts"],
  query: z.object({
    /** Part of the file's name. */
    search: search(),
    state: z.optional(z.enum(["all", ...batchStates])),
    page: page(),
    limit: limit(limits.historyPageRows),
  }),
  answer: pageAnswer(payoutBatch),
});

export const getPayoutBatch = defineCall({
  ...forBatches,
  name: "getPayoutBatch",
  summary: "One batch: its check while it is a draft, its progress afterwards",
  method: "GET",
  path: "/payout-batches/{id}",
  scopes: ["payouts:read", "payouts:request"],
  needs: "view",
  changesWith: ["payouts", "wallet", "beneficiaries"],
  params: idParams,
  answer: dataAnswer(payoutBatchDetail),
});

const view = z._default(z.enum(batchRowViews, { error: "Choose one of the views" }), "all");

export const listBatchLines = defineCall({
  ...forBatches,
  name: "listBatchLines",
  summary: "Lines of a view's rows now, as ranges in the order of the file",
  method: "GET",
  path: "/payout-batches/{id}/lines",
  needs: "view",
  params: idParams,
  query: z.object({ view }),
  answer: dataAnswer(z.array(z.object({ first: count(), last: count() }))),
});

export const listBatchRows = defineCall({
  ...forBatches,
  name: "listBatchRows",
  summary: "Rows of a batch in the order of its file",
  method: "GET",
  path: "/payout-batches/{id}/rows",
  scopes: ["payouts:read", "payouts:request"],
  needs: "view",
  changesWith: ["payouts"],
  params: idParams,
  query: z.object({
    view,
    /** Only these lines, separated by commas. */
    lines: z.optional(
      z
        .string()
        .check(
          z.regex(
            /^\d{1,8}(,\d{1,8}){0,99}$/,
            "lines must be at most 100 line numbers, separated by commas",
          ),
        ),
    ),
    page: page(),
    limit: limit(limits.historyPageRows),
  }),
  answer: pageAnswer(batchRow),
});

const cell = z
  .string({ error: "A cell is text" })
  .check(
    z.maxLength(limits.batchCellCharsMax, "A cell must not exceed 500 characters"),
    noControlCharacters(),
  );

export const changeBatchRows = defineCall({
  ...forBatches,
  name: "changeBatchRows",
  summary: "Correct, remove or restore rows of a draft, and check them again",
  method: "POST",
  path: "/payout-batches/{id}/rows",
  scopes: ["payouts:request"],
  needs: "prepare",
  params: idParams,
  body: z.object({
    /** Of the batch as it was read. */
    revision: z.int({ error: "revision is required" }),
    changes: z
      .array(
        z.object({
          number: z.int({ error: "number is the line in the file" }),
          /** The fields to replace; the others stay. */
          fields: z.optional(z.partialRecord(z.enum(batchFields), z.optional(cell))),
          is_removed: z.optional(z.boolean({ error: "is_removed must be true or false" })),
          /** True pays under the entered name although the bank has another one. */
          confirms_name: z.optional(z.boolean({ error: "confirms_name must be true or false" })),
        }),
        { error: "Change at least one row" },
      )
      .check(
        z.minLength(1, "Change at least one row"),
        z.maxLength(
          limits.batchChangesMax,
          `Change at most ${limits.batchChangesMax} rows at once`,
        ),
      ),
  }),
  answer: dataAnswer(z.object({ batch: payoutBatchDetail, rows: z.array(batchRow) })),
  errors: ["BATCH_CHANGED", "SETTING_UNREADABLE"],
  example: { request: { revision: 1, changes: [{ number: 2, fields: { amount: "1500.50" } }] } },
});

export const batchStart = z.object({
  content_hash: contentHash,
  funding: z._default(z.enum(batchFundings, { error: "Choose whole or in_order" }), "whole"),
  /** Whether each beneficiary with an e-mail address gets a payment advice once paid. */
  send_advices: z._default(z.boolean({ error: "send_advices must be true or false" }), false),
});
export const batchStartErrors = [
  "ADVICES_OFF",
  "BATCH_CHANGED",
  "BATCH_NOT_READY",
  "TENANT_CLOSING",
  "SETTING_UNREADABLE",
] as const;
export const batchStartExample = { request: { content_hash: "6f1c".repeat(16), funding: "whole" } };

export const batchReason = text({
  required: "A reason is required",
  max: [limits.reasonCharsMax, "Reason must not exceed 200 characters"],
  isMultiline: true,
});

export const runPayoutBatch = defineCall({
  ...forBatches,
  name: "runPayoutBatch",
  summary: "Pay all rows with one signature, where the policy asks no approval",
  method: "POST",
  path: "/payout-batches/{id}/run",
  needs: "pay",
  stepUp: { signs: "request" },
  idempotent: true,
  params: idParams,
  body: batchStart,
  answer: batchAnswer,
  errors: [
    ...batchStartErrors,
    "ACCOUNT_INACTIVE",
    "APPROVAL_REQUIRED",
    "INSUFFICIENT_BALANCE",
    "PAYOUTS_LOCKED",
    "PERSON_LIMIT_EXCEEDED",
  ],
  example: batchStartExample,
});

export const pausePayoutBatch = defineCall({
  ...forBatches,
  name: "pausePayoutBatch",
  summary: "Create no further payouts of a batch; those that exist go on",
  method: "POST",
  path: "/payout-batches/{id}/pause",
  needs: "prepare",
  params: idParams,
  answer: batchAnswer,
  errors: ["BATCH_CHANGED"],
});

export const resumePayoutBatch = defineCall({
  ...forBatches,
  name: "resumePayoutBatch",
  summary: "Go on with a paused batch",
  method: "POST",
  path: "/payout-batches/{id}/resume",
  needs: "pay",
  params: idParams,
  answer: batchAnswer,
  errors: ["BATCH_CHANGED"],
});

export const cancelPayoutBatch = defineCall({
  ...forBatches,
  name: "cancelPayoutBatch",
  summary: "Cancel the rows that are no payouts yet; those that exist go on",
  method: "POST",
  path: "/payout-batches/{id}/cancel",
  scopes: ["payouts:request"],
  needs: "prepare",
  params: idParams,
  body: z.object({ reason: batchReason }),
  answer: batchAnswer,
  errors: ["BATCH_CHANGED"],
  example: { request: { reason: "The wrong month's file" } },
});

export const retryPayoutBatch = defineCall({
  ...forBatches,
  name: "retryPayoutBatch",
  summary: "Make a new draft of the rows that failed or were cancelled; it names its parent",
  method: "POST",
  path: "/payout-batches/{id}/retry",
  needs: "prepare",
  idempotent: true,
  params: idParams,
  answer: batchAnswer,
  status: 201,
  errors: ["BATCH_CHANGED", "BATCH_EXISTS", "TENANT_CLOSING", "SETTING_UNREADABLE"],
});
