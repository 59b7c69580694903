import type { KeptVirtualAccount, VirtualAccount } from "@rokad/contract/virtual-accounts";
import { findBank } from "../../identity/settings/find-bank.ts";
import type { AccountRow } from "./account-queries.ts";

/** The account as its tenant sees it: the details that a transfer needs. */
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

/** The account as a super admin sees it, with its state at the provider. */
export function asManagedAccount(row: AccountRow): KeptVirtualAccount {
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

/** `late` after the job failed once or disappeared. */
function lockOf(row: AccountRow): KeptVirtualAccount["lock"] {
  if (row.job_id === null) return "set";
  const isActive = row.job_status === "waiting" || row.job_status === "running";
  return isActive && row.last_error === null ? "waiting" : "late";
}
