import * as z from "zod/mini";
import { defineCall, dataAnswer } from "./call.ts";

export const systemStatus = z
  .object({
    state: z.enum(["operational", "degraded"]),
    /** One sentence for each problem, the worst first. */
    problems: z.array(z.string()),
    /** The page with the details. */
    page: z.enum(["activity", "books", "database"]),
  })
  .register(z.globalRegistry, { id: "SystemStatus" });
export type SystemStatus = z.output<typeof systemStatus>;

export const getSystemStatus = defineCall({
  name: "getSystemStatus",
  summary: "The system's state and its problems, for the console's footer",
  tag: "Activity",
  method: "GET",
  path: "/super-admin/system",
  who: "superadmin",
  needs: "view",
  changesWith: ["gateway", "jobs"],
  answer: dataAnswer(systemStatus),
});
