import { exportBeneficiaries } from "@rokad/contract/beneficiary-export";
import { beneficiaryKinds } from "@rokad/contract/beneficiary-form";
import type { TableFormat } from "@rokad/contract/table-format";
import { Download } from "lucide-react";
import { t } from "../language.ts";
import { download } from "../api/download.ts";
import { currentViewing } from "../api/viewing.ts";
import { FileMenu } from "../common/exports/file-menu.tsx";
import { runExport } from "../common/exports/running-exports.ts";
import { readOption } from "../common/lists/search-params.ts";
import type { BeneficiaryFilters } from "./beneficiary-filters.ts";

/** Exports all beneficiaries of the list's filter, with accounts in full. */
export function ExportMenu({
  filters: { kind, status, ...rest },
}: {
  filters: BeneficiaryFilters;
}) {
  if (currentViewing()) return null;
  const query = {
    ...rest,
    kind: readOption(kind, beneficiaryKinds),
    status: readOption(status, ["archived"]),
  };
  const save = (format: TableFormat) =>
    void runExport(
      "beneficiaries",
      (options) =>
        download(
          exportBeneficiaries,
          { query: { ...query, format } },
          `beneficiaries.${format}`,
          options,
        ),
      { successText: t`Beneficiaries exported`, failureText: t`Failed to export beneficiaries` },
    );
  return <FileMenu label={t`Export`} icon={<Download />} onSave={save} />;
}
