import type { ExportKind, PreparedExport } from "@rokad/contract/exports";
import type { HistoryFile } from "../copied-csv.ts";
import { todayInIndia } from "@rokad/contract/fields";
import type { Db } from "../db.ts";
import { depositsFile } from "../deposits/export-deposits.ts";
import {
  exportFiles,
  filesOf,
  ownFile,
  standingOf,
  type FileRow,
} from "../kept-files/kept-file.ts";
import { payoutsFile } from "../payouts/export-payouts.ts";
import type { Tenant } from "../sign-in/person.ts";
import { walletHistoryFile } from "../wallet/export-wallet-history.ts";

export type ExportRow = FileRow<ExportKind>;

/** The work on an export, by its name in `work-of-jobs.ts`. */
export const exportJob = "tenant_export";

export const exportsOf = (db: Db, personId: string) => filesOf(db, personId, exportFiles);

export const ownExport = (db: Db, personId: string, id: string) =>
  ownFile(db, personId, exportFiles, id);

/** The history that an export is of, by the same filter as on its page. */
export const histories: Readonly<
  Record<ExportKind, (tenant: Tenant, filter: never) => Promise<HistoryFile>>
> = {
  payout_history: payoutsFile,
  wallet_history: walletHistoryFile,
  deposit_history: depositsFile,
};

const names: Readonly<Record<ExportKind, string>> = {
  payout_history: "payouts-export",
  wallet_history: "wallet-history",
  deposit_history: "deposits-export",
};

/** An export as the console knows it. */
export function asExport(row: ExportRow): PreparedExport {
  return {
    id: row.id,
    kind: row.kind,
    filter: row.filter as PreparedExport["filter"],
    file_name: fileNameOf(row),
    ...standingOf(row),
  };
}

/** `wallet-history-2026-11-21.csv`, of the day on which it was asked for. */
export function fileNameOf({ kind, created_at }: Pick<ExportRow, "kind" | "created_at">): string {
  return `${names[kind]}-${todayInIndia(created_at)}.csv`;
}
