import * as z from "zod/mini";
import { beneficiaryFilters } from "./beneficiaries.ts";
import { defineCall } from "./call.ts";
import { tableFormat } from "./table-format.ts";

export const exportBeneficiaries = defineCall({
  name: "exportBeneficiaries",
  summary: "All beneficiaries of the filter with accounts in full, as an import reads them",
  tag: "Beneficiaries",
  method: "GET",
  path: "/beneficiaries/export",
  who: "tenant",
  /** As for the data of one payee, which fill in a payout's form. */
  needs: "prepare",
  query: z.object({
    ...beneficiaryFilters,
    format: tableFormat,
  }),
  answer: "file",
});
