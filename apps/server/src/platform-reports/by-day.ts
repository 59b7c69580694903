import { listDays } from "@rokad/contract/days";
import type { Making, Row, Value } from "./table.ts";
import { tenantNames } from "./tenant-names.ts";

/**
 * The lines of a report by day and tenant: a line for each tenant to whom something happened on
 * the day, a total of every such day, and one of the whole period.
 * @param figuresOn the tenants of a day with their figures, always in the same order.
 */
export async function* linesByDay(
  { from, to, progress }: Making,
  width: number,
  figuresOn: (day: string) => Promise<ReadonlyMap<string, readonly bigint[]>>,
): AsyncGenerator<Row> {
  const days = listDays(from, to);
  let all = none(width);
  for (const [at, day] of days.entries()) {
    progress(at, days.length);
    const found = await figuresOn(day);
    if (found.size === 0) continue;
    let ofDay = none(width);
    for (const { id, name, mobile } of await tenantNames(found.keys())) {
      const figures = found.get(id) ?? none(width);
      ofDay = ofDay.map((sum, nth) => sum + (figures[nth] ?? 0n));
      yield { values: [day, name, mobile, ...figures] };
    }
    all = all.map((sum, nth) => sum + (ofDay[nth] ?? 0n));
    yield { values: [day, "All tenants", null, ...ofDay], isTotal: true };
  }
  progress(days.length, days.length);
  const whole: Value[] = [null, "Whole period", null, ...all];
  yield { values: whole, isTotal: true };
}

function none(width: number): bigint[] {
  return Array.from({ length: width }, () => 0n);
}

export const dayAndTenant = [
  { title: "Day", kind: "day", width: 12 },
  { title: "Tenant", kind: "text", width: 30 },
  { title: "Mobile", kind: "text", width: 12 },
] as const;
