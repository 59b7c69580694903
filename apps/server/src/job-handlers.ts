import { checkBankAccountJob } from "./payouts/account-checks/check-bank-account.ts";
import { checkBatchAccountsJob } from "./payouts/batches/check-accounts.ts";
import { sendLockTextJob } from "./payouts/initiate/send-lock-text.ts";
import { createExportFile } from "./tenants/exports/create-export-file.ts";
import type { JobHandlers } from "./worker/jobs/job.ts";
import { createReportFile } from "./operations/platform-reports/create-report-file.ts";
import { reconcileJob } from "./operations/reconciliation/reconcile.ts";
import { sendInvitationTextJob } from "./identity/members/send-invitation-text.ts";
import { sendSessionTextJob } from "./identity/sign-in/notify-owner.ts";
import { syncVirtualAccount } from "./money-in/virtual-accounts/sync-virtual-account.ts";
import { verifyBooksJob } from "./operations/verification/verify-books.ts";

/** The handler of each kind of background job. */
export const jobHandlers: JobHandlers = {
  check_bank_account: checkBankAccountJob,
  check_batch_accounts: checkBatchAccountsJob,
  invitation_text: sendInvitationTextJob,
  payout_lock_text: sendLockTextJob,
  platform_report: createReportFile,
  reconcile: reconcileJob,
  session_text: sendSessionTextJob,
  tenant_export: createExportFile,
  virtual_account: syncVirtualAccount,
  verify_books: verifyBooksJob,
};
