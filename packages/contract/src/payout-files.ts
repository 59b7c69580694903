import * as z from "zod/mini";
import { defineCall } from "./call.ts";
import { idParams, validDateRange } from "./fields.ts";
import { payoutFilters } from "./payouts.ts";

export const printReceipt = defineCall({
  name: "printReceipt",
  summary: "The receipt of a paid, failed, returned or cancelled payout, as PDF",
  tag: "Payouts",
  method: "GET",
  path: "/payouts/{id}/receipt",
  scopes: ["payouts:read"],
  who: "tenant",
  needs: "view",
  params: idParams,
  answer: "pdf",
  errors: ["PAYOUT_NOT_FINISHED"],
});

export const exportPayouts = defineCall({
  name: "exportPayouts",
  summary: "All rows of the filter as CSV",
  tag: "Payouts",
  method: "GET",
  path: "/payouts/export",
  scopes: ["reports:read"],
  who: "tenant",
  needs: "report",
  query: z.object(payoutFilters).check(validDateRange("from", "to")),
  answer: "csv",
});
