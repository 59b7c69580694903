import type { DoctorFinding } from "@rokad/contract/doctor";
import { todayInIndia } from "@rokad/contract/fields";
import { showDrill } from "../backups/show-drill.ts";
import { bad, good } from "./finding.ts";

const check = "Restore drill";
const run = "Run `npm run admin -- restore-drill`, weekly by schedule: docs/operations/backup.md";

/** Whether the last restore drill passed; in production, also whether it is a week old at most. */
export async function checkDrill(production: boolean): Promise<DoctorFinding[]> {
  const { last, is_overdue: isOverdue } = await showDrill();
  if (!last)
    return [
      production
        ? bad(check, "no backup was ever restored, so that none is known to work", run)
        : good(check, "none yet; none is expected outside production"),
    ];
  const day = todayInIndia(new Date(last.started_at));
  if (last.state === "faulty")
    return [
      bad(
        check,
        `${day}: the restored books have ${last.fault_count} faults: ${last.faulty_rules.join("; ")}`,
        "Run `npm run admin -- verify`: docs/operations/alerts.md#rokadrestoredrillfailed",
      ),
    ];
  if (last.state !== "passed")
    return [bad(check, `${day}: ${last.problem ?? "it did not finish"}`, `Correct that. ${run}`)];
  const detail = `${day}: ${last.backup_name} was restored and verified`;
  return [
    isOverdue && production
      ? bad(check, `${detail}, which is more than 8 days ago`, run)
      : good(check, detail),
  ];
}
