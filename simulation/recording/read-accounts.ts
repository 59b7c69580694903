import { listAdjustments } from "@rokad/contract/adjustments";
import { compareProviders } from "@rokad/contract/books";
import type { Call } from "@rokad/contract/call";
import { financialYearOf } from "@rokad/contract/days";
import { exportDeposits, listDeposits } from "@rokad/contract/deposits";
import { getFloat } from "@rokad/contract/float";
import { limits } from "@rokad/contract/limits";
import { exportPayouts } from "@rokad/contract/payout-files";
import { listPayouts } from "@rokad/contract/payouts";
import { exportStatement, getGstSummary, getStatement } from "@rokad/contract/reports";
import { listStatementImports, listStatementLines } from "@rokad/contract/statement-import";
import { listSuspense } from "@rokad/contract/suspense";
import { exportWalletHistory, getBalance, listWalletHistory } from "@rokad/contract/wallet";
import { todayInIndia } from "@rokad/contract/fields";
import type { Person } from "../person.ts";
import type { SimulatedTenant, World } from "../world.ts";
import { parseCsv } from "./parse-csv.ts";
import { readPages, succeed } from "./read-pages.ts";
import { readTeams } from "./read-teams.ts";

/** What readers need of the world. */
export type Readers = Pick<
  World,
  "admins" | "tenants" | "teams" | "closed" | "recorder" | "startedAt" | "now"
>;

/**
 * Lets each tenant read its balance, histories, statement and files, and a super admin the rest.
 * @param onFailure gets a read that a server refused; without it, the refusal is thrown.
 */
export async function readAccounts(
  world: Readers,
  onFailure?: (error: unknown) => void,
): Promise<void> {
  for (const tenant of world.tenants.filter(({ id }) => !world.closed.has(id))) {
    const reading = readTenant(world, tenant);
    await (onFailure ? reading.catch(onFailure) : reading);
  }
  const reading = readTeams(world);
  await (onFailure ? reading.catch(onFailure) : reading);
  const [admin] = world.admins as [Person];
  await readPages((page) =>
    admin.call(listSuspense, { query: { status: "all", page, limit: limits.pageRowsMax } }),
  );
  await readContradictions(admin);
  await readPages((page) =>
    admin.call(listAdjustments, { query: { state: "all", page, limit: limits.pageRowsMax } }),
  );
  await succeed(admin.call(compareProviders, {}));
  await succeed(admin.call(getFloat, {}));
}

async function readTenant(world: Readers, tenant: SimulatedTenant): Promise<void> {
  const limit = limits.pageRowsMax;
  const period = { from: todayInIndia(world.startedAt), to: todayInIndia(world.now()) };
  await succeed(tenant.call(getBalance, {}));
  await readPages((page) => tenant.call(listPayouts, { query: { page, limit } }));
  const status = "not_funded";
  await readPages((page) => tenant.call(listPayouts, { query: { status, page, limit } }));
  await readPages((page) => tenant.call(listDeposits, { query: { page, limit } }));
  await readPages((page) => tenant.call(listWalletHistory, { query: { page, limit } }));
  await readPages((page) => tenant.call(getStatement, { query: { ...period, page, limit } }));
  const years = [period.from, period.to].map((day) => financialYearOf(day)) as [number, number];
  for (let year = years[0]; year <= years[1]; year += 1)
    await succeed(tenant.call(getGstSummary, { query: { year } }));
  await readFile(world, tenant, "wallet history", exportWalletHistory, {});
  await readFile(world, tenant, "payouts", exportPayouts, {});
  await readFile(world, tenant, "deposits", exportDeposits, {});
  await readFile(world, tenant, "statement", exportStatement, period);
}

/** Only the lines of imports that show a contradiction. */
async function readContradictions(admin: Person): Promise<void> {
  const imports: string[] = [];
  await readPages(async (page) => {
    const query = { page, limit: limits.pageRowsMax };
    const listed = await succeed(admin.call(listStatementImports, { query }));
    const shown = listed.body.data.filter(({ contradictions }) => contradictions.count > 0);
    imports.push(...shown.map(({ id }) => id));
    return listed;
  });
  for (const id of imports) {
    await readPages((page) => {
      const query = { group: "decide" as const, page, limit: limits.pageRowsMax };
      return admin.call(listStatementLines, { params: { id }, query });
    });
  }
}

type FileName = "wallet history" | "payouts" | "deposits" | "statement";

/** The cells that carry money, or decide whether it counts. */
const recordedTitles = new Set([
  "Amount",
  "Charges",
  "GST",
  "Status",
  "Debit",
  "Credit",
  "Balance",
]);

async function readFile(
  { recorder }: Readers,
  tenant: SimulatedTenant,
  file: FileName,
  call: Call,
  query: unknown,
): Promise<void> {
  const text = await tenant.download(call, { query } as never);
  recorder.record(
    parseCsv(text).map((row) => ({
      kind: "file row",
      tenant: tenant.mobile,
      file,
      cells: Object.fromEntries(Object.entries(row).filter(([title]) => recordedTitles.has(title))),
    })),
  );
}
