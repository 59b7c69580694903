// What an installation accepts under conditions that an operator meets at night, and that none of them
// loses or doubles a payout.
import type { Row } from "./row.ts";
import type { Size } from "./size.ts";
import { connectionsTaken, slowDisk } from "./stress/database-cases.ts";
import { canMountDisk, fullDisk } from "./stress/full-disk.ts";
import { runCase, type StressCase } from "./stress/run-case.ts";
import { manyTenants, openPages, wrongClock } from "./stress/server-cases.ts";

type OpenCase = StressCase & { close?(): Promise<void> };

const cases: readonly (() => OpenCase | Promise<OpenCase>)[] = [
  () => openPages,
  () => manyTenants,
  () => connectionsTaken,
  () => slowDisk,
  ...(canMountDisk ? [fullDisk] : []),
  () => wrongClock,
];

export async function benchStress({ isShort }: Size): Promise<Row[]> {
  const rows: Row[] = [];
  for (const open of cases) {
    const stress = await open();
    try {
      rows.push(await runCase(stress, isShort ? 3_000 : 15_000));
    } finally {
      await stress.close?.();
    }
  }
  return rows;
}
