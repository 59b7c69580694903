import type { WorkOfJobs } from "./jobs/job.ts";
import { makeReport } from "./platform-reports/make-report.ts";
import { verifyBooksJob } from "./verification/verify-books.ts";

/** What is done in the background, by kind of job. */
export const workOfJobs: WorkOfJobs = {
  platform_report: makeReport,
  verify_books: verifyBooksJob,
};
