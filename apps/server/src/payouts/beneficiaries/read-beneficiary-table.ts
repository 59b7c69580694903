import { limits } from "@rokad/contract/limits";
import {
  missingBeneficiaryColumns,
  type BeneficiaryColumn,
} from "@rokad/contract/beneficiary-import";
import { describeTable } from "../../files/tables/describe-table.ts";
import type { FileOrder } from "../../files/tables/file-process.ts";
import { findHeader, headerRowsMax, rateHeader } from "../../files/tables/find-header.ts";
import { parseTable } from "../../files/tables/parse-table.ts";
import type { Table, TableRow } from "../../files/tables/parsed-table.ts";
import { countRecognised } from "../../files/tables/recognise-columns.ts";
import type { RecognisedHeader } from "../bulk-templates.ts";
import { recogniseImportColumns } from "./import-columns.ts";

export interface BeneficiaryTable {
  readonly kind: Table["kind"];
  readonly header: readonly string[];
  readonly guess: RecognisedHeader<BeneficiaryColumn>;
  readonly notes: readonly string[];
  /** The rows below the header that have something in them. */
  readonly rows: readonly TableRow[];
}

/** Reads a file of beneficiaries. @throws {UnreadableFile} with the reason. */
export function read({ bytes }: FileOrder): BeneficiaryTable {
  const table = parseTable(bytes, {
    rowsMax: limits.beneficiaryImportRowsMax + headerRowsMax,
    columnsMax: limits.statementColumnsMax,
    readsFormulas: true,
    countNames: (cells) => countRecognised(recogniseImportColumns(cells)),
    rateSheet: (rows) =>
      rateHeader(findHeader(rows, recogniseImportColumns), missingBeneficiaryColumns),
  });
  const header = findHeader(table.rows, recogniseImportColumns);
  const rows = table.rows
    .slice(header.rowsAbove)
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
  return {
    kind: table.kind,
    header: header.names,
    guess: header.guess,
    notes: describeTable(table, { ...header, rows }, { hiddenRows: "These rows are not saved." }),
    rows,
  };
}
