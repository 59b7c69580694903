import * as z from "zod/mini";
import { count, dataAnswer, defineCall, instant } from "./call.ts";
import { id } from "./fields.ts";

export const restoreDrill = z
  .object({
    id,
    started_at: instant(),
    /** Null while it runs, and when it did not finish. */
    finished_at: z.nullable(instant()),
    /**
     * `passed`: restored, and its books are right. `faulty`: restored, and its books have faults.
     * `failed`: not restored or not verified. `unfinished`: its process ended before it did.
     */
    state: z.enum(["running", "passed", "faulty", "failed", "unfinished"]),
    /** The file or folder, without its path; null when no backup was found. */
    backup_name: z.nullable(z.string()),
    backup_at: z.nullable(instant()),
    restore_ms: z.nullable(count()),
    verify_ms: z.nullable(count()),
    /** The rules of the verification, and the faults against them. */
    rule_count: count(),
    fault_count: count(),
    faulty_rules: z.array(z.string()),
    /** Why it failed. */
    problem: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: "RestoreDrill" });
export type RestoreDrill = z.output<typeof restoreDrill>;

export const restoreDrillStatus = z
  .object({
    /** The last one that is over. */
    last: z.nullable(restoreDrill),
    in_progress: z.nullable(restoreDrill),
    /** Whether the last one is older than the week in which the next was due. */
    is_overdue: z.boolean(),
  })
  .register(z.globalRegistry, { id: "RestoreDrillStatus" });
export type RestoreDrillStatus = z.output<typeof restoreDrillStatus>;

export const getRestoreDrill = defineCall({
  name: "getRestoreDrill",
  summary: "The last restore of a backup on a scratch server, and the one in progress",
  tag: "Database",
  method: "GET",
  path: "/super-admin/database/restore-drill",
  who: "superadmin",
  needs: "view",
  changesWith: ["jobs"],
  answer: dataAnswer(restoreDrillStatus),
});
