import { checkBankAccountJob } from "./account-checks/check-bank-account.ts";
import { makeExport } from "./exports/make-export.ts";
import type { WorkOfJobs } from "./jobs/job.ts";
import { makeReport } from "./platform-reports/make-report.ts";
import { reconcile } from "./reconciliation/reconcile.ts";
import { virtualAccountJob } from "./virtual-accounts/keep-in-step.ts";
import { verifyBooksJob } from "./verification/verify-books.ts";

/** What is done in the background, by kind of job. */
export const workOfJobs: WorkOfJobs = {
  check_bank_account: checkBankAccountJob,
  platform_report: makeReport,
  reconcile,
  tenant_export: makeExport,
  virtual_account: virtualAccountJob,
  verify_books: verifyBooksJob,
};
