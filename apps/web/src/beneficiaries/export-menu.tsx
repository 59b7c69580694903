import {
  exportBeneficiaries,
  type BeneficiaryFileFormat,
} from "@rokad/contract/beneficiary-export";
import { beneficiaryKinds } from "@rokad/contract/beneficiary-form";
import { ChevronDown, Download, FileSpreadsheet, FileText } from "lucide-react";
import { download } from "../api/download.ts";
import { currentViewing } from "../api/viewing.ts";
import { runExport } from "../common/exports/running-exports.ts";
import { readOption } from "../common/lists/search-params.ts";
import { buttonClass } from "../ui/button.tsx";
import { Dropdown, dropdownItem } from "../ui/dropdown.tsx";
import { useDropdownClose } from "../ui/floating.tsx";
import type { BeneficiaryFilters } from "./beneficiary-filters.ts";

const formats = [
  { format: "xlsx", label: "Excel (XLSX)", icon: <FileSpreadsheet /> },
  { format: "csv", label: "CSV", icon: <FileText /> },
] as const;

/** Exports all beneficiaries of the list's filter, with accounts in full. */
export function ExportMenu({ filters }: { filters: BeneficiaryFilters }) {
  if (currentViewing()) return null;
  return (
    <Dropdown
      align="end"
      className="w-52"
      button={{
        className: buttonClass({ variant: "secondary" }),
        children: (
          <>
            <Download />
            Export
            <ChevronDown />
          </>
        ),
      }}
    >
      <Formats filters={filters} />
    </Dropdown>
  );
}

function Formats({ filters: { kind, status, ...rest } }: { filters: BeneficiaryFilters }) {
  const close = useDropdownClose();
  const query = {
    ...rest,
    kind: readOption(kind, beneficiaryKinds),
    status: readOption(status, ["archived"]),
  };

  function save(format: BeneficiaryFileFormat) {
    close();
    const input = { query: { ...query, format } };
    void runExport(
      "beneficiaries",
      (options) => download(exportBeneficiaries, input, `beneficiaries.${format}`, options),
      { successText: "Beneficiaries exported", failureText: "Failed to export beneficiaries" },
    );
  }

  return formats.map(({ format, label, icon }) => (
    <button key={format} type="button" className={dropdownItem} onClick={() => save(format)}>
      {icon}
      {label}
    </button>
  ));
}
