import { checkClaims } from "../checker/check-claims.ts";
import type { Observation } from "../checker/observations.ts";
import { observeBanks } from "../recording/observe-banks.ts";
import type { Records } from "../records.ts";
import type { World } from "../world.ts";
import type { Mutation } from "./mutation.ts";
import { observeMutated } from "./observe-mutated.ts";
import type { MutationResult } from "./test-mutations.ts";
import { visibleAtBanks, visibleInDatabase, visibleToClients } from "./visible-mutations.ts";

/** What the independent checker found of a mutation, without the verification of the database. */
export interface IndependentResult {
  readonly name: string;
  /** The claims that it broke. */
  readonly broken: readonly string[];
  /** The read that a server refused because of it. */
  readonly failure?: string | undefined;
}

interface Play {
  readonly world: World;
  readonly records: Records;
  readonly observations: readonly Observation[];
}

/**
 * Shows the independent checker each mutation that clients or banks can see.
 * @throws if clients can't read a copy of the database without a mutation.
 */
export async function testIndependently(
  { world, records, observations: all }: Play,
  chosen: readonly Mutation[],
  results: readonly MutationResult[],
): Promise<IndependentResult[]> {
  const banks = new Map(results.map((result) => [result.name, result.banks]));
  const ofBanks = observeBanks(records.banks);
  const observations = all.filter(({ kind }) => !kind.startsWith("bank "));
  // A closed account can't be read again.
  const closed = new Set(
    observations.flatMap((one) => (one.kind === "remainder" ? [one.client] : [])),
  );
  const gone = new Set(
    observations.flatMap((one) =>
      one.kind === "client" && closed.has(one.id) ? [one.tenant] : [],
    ),
  );
  const during = observations.filter(
    (one) => !isFinalRead(one) || ("tenant" in one && gone.has(one.tenant)),
  );
  const readDatabase = async (apply: Mutation["apply"]) => {
    const { failure, observations: read } = await observeMutated(world, records, apply);
    return { broken: brokenBy([...during, ...read, ...ofBanks]), failure };
  };
  const unchanged = await readDatabase((same) => same);
  if (unchanged.failure !== undefined || unchanged.broken.length > 0)
    throw new Error(`The copy of the database is not readable: ${JSON.stringify(unchanged)}`);
  const independent: IndependentResult[] = [];
  for (const { name, apply } of chosen) {
    const change = visibleToClients.get(name);
    const changedBanks = visibleAtBanks.has(name) ? banks.get(name) : undefined;
    if (change) independent.push({ name, broken: brokenBy([...change(observations), ...ofBanks]) });
    else if (changedBanks)
      independent.push({
        name,
        broken: brokenBy([...observations, ...observeBanks(changedBanks)]),
      });
    else if (visibleInDatabase.has(name))
      independent.push({ name, ...(await readDatabase(apply)) });
  }
  return independent;
}

function brokenBy(observations: readonly Observation[]): string[] {
  return checkClaims(observations)
    .filter(({ violations }) => violations.length > 0)
    .map(({ claim }) => claim);
}

const finalKinds: ReadonlySet<Observation["kind"]> = new Set([
  "statement line",
  "statement totals",
  "wallet totals",
  "payout totals",
  "deposit totals",
  "wallet row",
  "GST totals",
  "file row",
  "suspense",
  "contradiction",
  "adjustment",
  "account books",
  "provider totals",
]);

function isFinalRead(one: Observation): boolean {
  return finalKinds.has(one.kind) || ("isFinal" in one && one.isFinal);
}
