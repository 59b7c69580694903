import type { ProposalKind } from "@rokad/contract/proposals";
import { now } from "../../kernel/clock.ts";
import { transaction, type Tx } from "../../database/db.ts";
import { closeProposal } from "./close-proposal.ts";
import { lockProposals } from "./lock-proposals.ts";
import { openStates, proposals, withChanges } from "./stored-proposal.ts";

/** Closes what waited too long. A periodic task: an expired proposal keeps no secret. */
export async function expireOldProposals(): Promise<void> {
  await transaction(async (db) => {
    await lockProposals(db);
    await expireProposals(db);
  });
}

/** The same inside a transaction that has locked the proposals. */
export async function expireProposals(db: Tx): Promise<void> {
  const expired = await open(db)
    .where("state", "=", "waiting")
    .where("expires_at", "<=", now())
    .execute();
  for (const row of expired) {
    await closeProposal(db, withChanges(row), { state: "expired", by: null });
  }
}

/**
 * Closes all open proposals of a kind, or of all, because a command made them void. Call it after
 * `lockProposals`.
 * @param why a sentence that names the change.
 * @returns how many.
 */
export async function voidProposals(
  db: Tx,
  kind: ProposalKind | "all",
  why: string,
): Promise<number> {
  const ended = await open(db)
    .$if(kind !== "all", (rows) => rows.where("proposals.kind", "=", kind as ProposalKind))
    .execute();
  for (const row of ended) {
    await closeProposal(db, withChanges(row), { state: "void", by: null, reason: why });
  }
  return ended.length;
}

function open(db: Tx) {
  return proposals(db)
    .selectAll("proposals")
    .select(["proposers.name as proposer_name", "closers.name as closer_name"])
    .where("state", "in", openStates);
}
