import type { ExportKind, PreparedExport } from "@rokad/contract/exports";
import type { HistoryFile } from "../../files/csv-copy.ts";
import { todayInIndia } from "@rokad/contract/fields";
import type { Db } from "../../database/db.ts";
import { exportDeposits } from "../../money-in/deposits/export-deposits.ts";
import {
  exportFiles,
  selectFiles,
  findOwnFile,
  fileStatus,
  type FileRow,
} from "../../worker/stored-files/stored-file.ts";
import { payoutsFile } from "../../payouts/read/export-payouts.ts";
import type { Tenant } from "../../kernel/person.ts";
import { exportWalletHistory } from "../wallet/export-wallet-history.ts";

export type ExportRow = FileRow<ExportKind>;

/** The job kind of an export, as in `job-handlers.ts`. */
export const exportJob = "tenant_export";

export const exportsOf = (db: Db, personId: string) => selectFiles(db, personId, exportFiles);

export const ownExport = (db: Db, personId: string, id: string) =>
  findOwnFile(db, personId, exportFiles, id);

/** The history behind each kind of export, with the filter of its page. */
export const histories: Readonly<
  Record<ExportKind, (tenant: Tenant, filter: never) => Promise<HistoryFile>>
> = {
  payout_history: payoutsFile,
  wallet_history: exportWalletHistory,
  deposit_history: exportDeposits,
};

const fileNames: Readonly<Record<ExportKind, string>> = {
  payout_history: "payouts-export",
  wallet_history: "wallet-history",
  deposit_history: "deposits-export",
};

/** An export as the API returns it. */
export function asExport(row: ExportRow): PreparedExport {
  return {
    id: row.id,
    kind: row.kind,
    filter: row.filter as PreparedExport["filter"],
    file_name: fileNameOf(row),
    ...fileStatus(row),
  };
}

/** For example `wallet-history-2026-11-21.csv`, with the day of the request. */
export function fileNameOf({ kind, created_at }: Pick<ExportRow, "kind" | "created_at">): string {
  return `${fileNames[kind]}-${todayInIndia(created_at)}.csv`;
}
