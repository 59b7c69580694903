import { listDays } from "@rokad/contract/days";
import type { ReportContext, Row, Value } from "../../files/report-table.ts";
import { readTenantNames } from "./read-tenant-names.ts";

/**
 * The rows of a report by day and tenant: one for each tenant with activity on a day, a total of
 * each such day, and a total of the period.
 * @param width the number of figures.
 * @param figuresOn reads the figures of a day by tenant id, always in the same order.
 */
export async function* rowsByDay(
  { from, to, progress }: ReportContext,
  width: number,
  figuresOn: (day: string) => Promise<ReadonlyMap<string, readonly bigint[]>>,
): AsyncGenerator<Row> {
  const days = listDays(from, to);
  let periodTotal = zeros(width);
  for (const [at, day] of days.entries()) {
    progress(at, days.length);
    const byTenant = await figuresOn(day);
    if (byTenant.size === 0) continue;
    let dayTotal = zeros(width);
    for (const { id, name, mobile } of await readTenantNames(byTenant.keys())) {
      const figures = byTenant.get(id) ?? zeros(width);
      dayTotal = dayTotal.map((sum, nth) => sum + (figures[nth] ?? 0n));
      yield { values: [day, name, mobile, ...figures] };
    }
    periodTotal = periodTotal.map((sum, nth) => sum + (dayTotal[nth] ?? 0n));
    yield { values: [day, "All tenants", null, ...dayTotal], isTotal: true };
  }
  progress(days.length, days.length);
  const values: Value[] = [null, "Whole period", null, ...periodTotal];
  yield { values, isTotal: true };
}

function zeros(width: number): bigint[] {
  return Array.from({ length: width }, () => 0n);
}

export const dayAndTenantColumns = [
  { title: "Day", kind: "day", width: 12 },
  { title: "Tenant", kind: "text", width: 30 },
  { title: "Mobile", kind: "text", width: 12 },
] as const;
