import type { WorkOfJobs } from "./jobs/job.ts";
import { verifyBooksJob } from "./verification/verify-books.ts";

/** What is done in the background, by kind of job. */
export const workOfJobs: WorkOfJobs = {
  verify_books: verifyBooksJob,
};
