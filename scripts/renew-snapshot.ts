import { existsSync, writeFileSync } from "node:fs";
import { type BulkAnswer, bulkAnswer, type Snapshot } from "./advisory-snapshot.ts";
import type { ShippedPackage } from "./list-shipped-packages.ts";

/** What `npm audit` calls, below the registry's address. */
const BULK_PATH = "-/npm/v1/security/advisories/bulk";
const MILLISECONDS_MAX = 30_000;

/**
 * Asks the registry for the advisories of the shipped packages and writes the snapshot. If that
 * fails, an existing snapshot stays, and a first one states that there is no answer.
 */
export async function renewSnapshot(options: {
  readonly registry: string;
  readonly shipped: readonly Pick<ShippedPackage, "name" | "version">[];
  readonly path: string;
  /** Today's date in UTC, as YYYY-MM-DD. */
  readonly today: string;
  readonly millisecondsMax?: number | undefined;
}): Promise<{ isRenewed: boolean; message: string }> {
  const { registry, shipped, path, today: date, millisecondsMax = MILLISECONDS_MAX } = options;
  const versions = groupByName(shipped);
  const answer = await askRegistry(registry, versions, millisecondsMax);
  if (typeof answer === "string") {
    if (!existsSync(path)) write(path, { date, reason: answer, answered: null, asked: [] });
    return { isRenewed: false, message: answer };
  }
  const asked = Object.entries(versions).flatMap(([name, all]) => all.map((v) => `${name}@${v}`));
  const answered = chooseAdvisories(answer, Object.keys(versions));
  write(path, { date, answered, asked });
  const count = Object.values(answered).flat().length;
  return {
    isRenewed: true,
    message: `The registry knows ${count} advisories for the ${asked.length} package versions that we ship.`,
  };
}

type Versions = Readonly<Record<string, readonly string[]>>;

/** The body of the bulk endpoint: the versions of each package, both sorted. */
function groupByName(shipped: readonly Pick<ShippedPackage, "name" | "version">[]): Versions {
  const names = [...new Set(shipped.map(({ name }) => name))].toSorted();
  return Object.fromEntries(
    names.map((name) => {
      const all = shipped.filter((each) => each.name === name).map(({ version }) => version);
      return [name, [...new Set(all)].toSorted()];
    }),
  );
}

/** The registry's answer, or the sentence that says why there is none. */
async function askRegistry(
  registry: string,
  versions: Versions,
  millisecondsMax: number,
): Promise<BulkAnswer | string> {
  let text: string;
  try {
    const response = await fetch(new URL(BULK_PATH, registry.replace(/\/?$/, "/")), {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(versions),
      signal: AbortSignal.timeout(millisecondsMax),
    });
    if (response.status !== 200)
      return `The registry answered ${response.status} (${response.statusText}).`;
    text = await response.text();
  } catch (error) {
    return describeFailure(error, millisecondsMax);
  }
  return readAnswer(text);
}

/** Without the error's message, which may hold the address with a password. */
function describeFailure(error: unknown, millisecondsMax: number): string {
  if (!(error instanceof Error)) throw error;
  if (error.name === "TimeoutError")
    return `The registry did not answer within ${millisecondsMax / 1000} seconds.`;
  const { cause } = error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : error.name;
  return `The registry can't be reached (${code}).`;
}

function readAnswer(text: string): BulkAnswer | string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return "The registry's answer is not JSON.";
  }
  const { data, error } = bulkAnswer.safeParse(json);
  if (data !== undefined) return data;
  const place = error?.issues[0]?.path.join(".") ?? "";
  return `The registry's answer does not have the documented form (at ${place || "its start"}).`;
}

/** The advisories of the packages that we asked about, sorted, so that a renewal changes few lines. */
function chooseAdvisories(answer: BulkAnswer, names: readonly string[]): BulkAnswer {
  return Object.fromEntries(
    names.flatMap((name) => {
      const advisories = answer[name] ?? [];
      if (advisories.length === 0) return [];
      return [[name, advisories.toSorted((a, b) => (a.url < b.url ? -1 : 1))]];
    }),
  );
}

function write(path: string, snapshot: Snapshot): void {
  writeFileSync(path, `${JSON.stringify(snapshot, null, 2)}\n`);
}
