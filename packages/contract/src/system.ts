import * as z from "zod/mini";
import { defineCall, one } from "./call.ts";

export const systemStatus = z
  .object({
    state: z.enum(["operational", "degraded"]),
    /** Why it is not as it should be, each as a sentence, the worst first. */
    problems: z.array(z.string()),
    /** Which page tells more. */
    page: z.enum(["activity", "database"]),
  })
  .register(z.globalRegistry, { id: "SystemStatus" });
export type SystemStatus = z.output<typeof systemStatus>;

export const getSystemStatus = defineCall({
  name: "getSystemStatus",
  summary: "Whether everything works as it should, and what does not: for the console's footer",
  method: "GET",
  path: "/super-admin/system",
  who: "superadmin",
  changesWith: ["gateway", "jobs"],
  answer: one(systemStatus),
});
