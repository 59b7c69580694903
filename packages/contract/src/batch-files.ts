import * as z from "zod/mini";
import { defineCall } from "./call.ts";
import { idParams } from "./fields.ts";
import { forBatches } from "./payout-batches.ts";
import { tableFormat } from "./table-format.ts";

export const downloadBatchFile = defineCall({
  ...forBatches,
  name: "downloadBatchFile",
  summary:
    "The rows as a file to upload again while it is a draft; then with state, reference, UTR and reason",
  method: "GET",
  path: "/payout-batches/{id}/file",
  needs: "view",
  params: idParams,
  query: z.object({ format: tableFormat }),
  answer: "file",
  errors: ["EXPORTS_BUSY"],
});

export const downloadBatchTemplate = defineCall({
  ...forBatches,
  name: "downloadBatchTemplate",
  summary: "A file with the columns of a batch: empty, or with the saved beneficiaries",
  method: "GET",
  path: "/payout-batches/template",
  needs: "prepare",
  query: z.object({
    saved: z._default(z.enum(["yes", "no"], { error: "saved must be yes or no" }), "no"),
    format: tableFormat,
  }),
  answer: "file",
  errors: ["EXPORTS_BUSY"],
});
