import type { WorkOfJobs } from "./jobs/job.ts";

/** What is done in the background, by kind of job. */
export const workOfJobs: WorkOfJobs = {};
