import type { KeptVirtualAccount, VirtualAccount } from "@rokad/contract/virtual-accounts";
import { findBank } from "../platform/find-bank.ts";
import type { AccountRow } from "./account-queries.ts";

/** As its tenant sees it: what a bank's own form asks for. */
export function asOwnAccount(row: AccountRow, holder: string): VirtualAccount {
  const ifsc = row.ifsc_code ?? "";
  return {
    provider: row.adapter,
    account_holder_name: holder,
    account_number: row.account_number ?? "",
    ifsc_code: ifsc,
    bank_name: findBank(ifsc)?.bank_name ?? null,
  };
}

/** As a super admin sees it: how it stands with its provider. */
export function asKeptAccount(row: AccountRow): KeptVirtualAccount {
  return {
    id: row.id,
    provider: row.adapter,
    account_number: row.account_number,
    ifsc_code: row.ifsc_code,
    state: row.state,
    lock: lockOf(row),
    problem: row.job_id === null ? null : row.last_error,
    created_at: row.created_at.toISOString(),
    opened_at: row.opened_at?.toISOString() ?? null,
    closed_at: row.closed_at?.toISOString() ?? null,
  };
}

/** A job that has failed once, or is gone, makes what it was to do late. */
function lockOf(row: AccountRow): KeptVirtualAccount["lock"] {
  if (row.job_id === null) return "set";
  const isUnderWay = row.job_status === "waiting" || row.job_status === "running";
  return isUnderWay && row.last_error === null ? "waiting" : "late";
}
