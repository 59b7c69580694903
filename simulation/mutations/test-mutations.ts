import { sql } from "kysely";
import { transaction, type Tx } from "../../apps/server/src/database/db.ts";
import type { BankBooks } from "../bank-books.ts";
import type { InvariantResult, Records } from "../records.ts";
import { clientInvariants } from "../verification/verify-client-records.ts";
import { bookedAccountMutations } from "./booked-account-mutations.ts";
import { removeConstraints } from "./constraints.ts";
import { databaseMutations } from "./database-mutations.ts";
import { faultMutations } from "./fault-mutations.ts";
import { moneyBackMutations } from "./money-back-mutations.ts";
import { balanceMutations } from "./own-money-mutations.ts";
import { recordMutations, type Mutation } from "./mutation.ts";
import { transferMutations } from "./transfer-mutations.ts";

/** Mutations that also apply to a backup. */
const backupMutations: readonly Mutation[] = [...databaseMutations, ...transferMutations];

export const mutations: readonly Mutation[] = [
  ...backupMutations,
  ...balanceMutations,
  ...bookedAccountMutations,
  ...recordMutations,
  ...faultMutations,
  ...moneyBackMutations,
];

export interface MutationResult {
  readonly name: string;
  /** The invariants that the mutation must break. */
  readonly breaks: readonly string[];
  /** The invariants that it did break. */
  readonly broken: readonly string[];
  readonly results: readonly InvariantResult[];
  /** The banks' books with the mutation. */
  readonly banks: BankBooks;
}

/** Applies each mutation alone, verifies and rolls it back, all in one transaction. */
export async function testMutations(
  chosen: readonly Mutation[],
  records: Records,
  verifyRecords: (records: Records) => Promise<InvariantResult[]>,
): Promise<MutationResult[]> {
  const mutationResults: MutationResult[] = [];
  const test = async (db: Tx) => {
    await removeConstraints(db);
    for (const { name, breaks, apply } of chosen) {
      await sql`savepoint mutation`.execute(db);
      const changed = await apply({ ...records, db });
      const results = await verifyRecords(changed);
      const broken = results
        .filter(({ violations }) => violations.length > 0)
        .map(({ invariant }) => invariant);
      mutationResults.push({ name, breaks, results, broken, banks: changed.banks });
      await sql`rollback to savepoint mutation`.execute(db);
    }
    throw new RollbackError();
  };
  await transaction(test).catch((error: unknown) => {
    if (!(error instanceof RollbackError)) throw error;
  });
  return mutationResults;
}

/** Rolls the transaction of the mutations back. */
class RollbackError extends Error {
  override name = "RollbackError";
}

/** The chosen mutations that apply to a backup, with the names of its invariants. */
export function backupMutationsOf(chosen: readonly Mutation[]): Mutation[] {
  return chosen
    .filter((mutation) => backupMutations.includes(mutation) || changesClientRecords(mutation))
    .map(({ name, breaks, apply }) => ({
      name: `in the backup, ${name}`,
      breaks: breaks.map((invariant) => `in the backup, ${invariant}`),
      apply,
    }));
}

const changesClientRecords = ({ breaks }: Mutation) =>
  breaks.every((invariant) => allClientInvariants.includes(invariant));
const allClientInvariants: readonly string[] = Object.values(clientInvariants);
