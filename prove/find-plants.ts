import { sql } from "kysely";
import { transaction, type Tx } from "../apps/server/src/db.ts";
import type { Evidence, Finding } from "./evidence.ts";
import { disarm, plantsInBooks } from "./plants-in-books.ts";
import { plantsOfTransfers } from "./plants-of-transfers.ts";
import { plantsOutside, type Plant } from "./plants.ts";
import { journalRules } from "./verify-journal.ts";

/** Those that a backup can have as well. */
const plantsInCopies: readonly Plant[] = [...plantsInBooks, ...plantsOfTransfers];

/** Every fault that can be planted. */
export const plants: readonly Plant[] = [...plantsInCopies, ...plantsOutside];

export interface Found {
  readonly name: string;
  readonly breaks: readonly string[];
  /** The invariants that did not hold any more. */
  readonly found: readonly string[];
  readonly findings: readonly Finding[];
}

/**
 * Plants each fault by itself into what the simulation has left, verifies, and takes it out again:
 * all of it in one transaction that is undone.
 */
export async function findPlants(
  chosen: readonly Plant[],
  evidence: Evidence,
  look: (evidence: Evidence) => Promise<Finding[]>,
): Promise<Found[]> {
  const all: Found[] = [];
  const play = async (db: Tx) => {
    await disarm(db);
    for (const { name, breaks, plant } of chosen) {
      await sql`savepoint plant`.execute(db);
      const findings = await look(await plant({ ...evidence, db }));
      const found = findings.filter(({ faults }) => faults.length > 0);
      all.push({ name, breaks, findings, found: found.map(({ invariant }) => invariant) });
      await sql`rollback to savepoint plant`.execute(db);
    }
    throw new UndoneError();
  };
  await transaction(play).catch((error: unknown) => {
    if (!(error instanceof UndoneError)) throw error;
  });
  return all;
}

/** What the transaction of the plants ends with. */
class UndoneError extends Error {
  override name = "UndoneError";
}

/** Those that a backup can have as well, under the names that its invariants have. */
export function inCopy(chosen: readonly Plant[]): Plant[] {
  return chosen
    .filter((plant) => plantsInCopies.includes(plant) || isOfJournal(plant))
    .map(({ name, breaks, plant }) => ({
      name: `in the backup, ${name}`,
      breaks: breaks.map((rule) => `in the backup, ${rule}`),
      plant,
    }));
}

const isOfJournal = ({ breaks }: Plant) => breaks.every((rule) => ofJournal.includes(rule));
const ofJournal: readonly string[] = Object.values(journalRules);
