import * as z from "zod/mini";
import { dataAnswer, defineCall, instant } from "./call.ts";

export const doctorFinding = z
  .object({
    /** What was checked, such as "Clock". */
    check: z.string(),
    is_ok: z.boolean(),
    /** What was found. */
    detail: z.string(),
    /** What to do; null when nothing must be corrected. */
    remedy: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: "DoctorFinding" });
export type DoctorFinding = z.output<typeof doctorFinding>;

export const doctorReport = z
  .object({
    checked_at: instant(),
    /** The machine of the process that answered. Its files, disks and clock were checked. */
    host: z.string(),
    findings: z.array(doctorFinding),
  })
  .register(z.globalRegistry, { id: "DoctorReport" });
export type DoctorReport = z.output<typeof doctorReport>;

export const examineInstallation = defineCall({
  name: "examineInstallation",
  summary: "Checks the installation as `npm run admin -- doctor` does; sends and stores nothing",
  tag: "Database",
  method: "GET",
  path: "/super-admin/doctor",
  who: "superadmin",
  needs: "view",
  answer: dataAnswer(doctorReport),
});
