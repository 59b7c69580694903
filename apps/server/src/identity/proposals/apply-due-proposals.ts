import { database, transaction, type Tx } from "../../database/db.ts";
import { logFailure } from "../../database/log-failure.ts";
import { now } from "../../kernel/clock.ts";
import { ApiError } from "../../kernel/errors.ts";
import { carryOut } from "./carry-out.ts";
import { closeProposal } from "./close-proposal.ts";
import { lockDeciders, lockProposals, proposalPermissions } from "./lock-proposals.ts";
import type { ProposalHandlers } from "./proposal.ts";
import { findDue, openStates, type OpenProposal } from "./stored-proposal.ts";

/**
 * Carries out the changes whose waiting time or notice is over. A periodic task; one that fails is
 * tried again in the next round and holds up no other.
 */
export async function applyDueProposals(handlers: ProposalHandlers): Promise<void> {
  const due = await database()
    .selectFrom("proposals")
    .select("id")
    .where("state", "in", openStates)
    .where("takes_effect_at", "<=", now())
    .orderBy("takes_effect_at")
    .orderBy("id")
    .execute();
  for (const { id } of due) {
    try {
      await applyDue(id, handlers);
    } catch (error) {
      logFailure(error, "A change could not take effect after its waiting time");
    }
  }
}

async function applyDue(id: string, handlers: ProposalHandlers): Promise<void> {
  const seen = await transaction((db) => findDue(db, id));
  if (!seen) return;
  const problem = await findProblem(() => handlers[seen.kind].check(seen.content));
  await transaction(async (db) => {
    // Closes the races with another worker, a confirmation and a withdrawal: the first wins.
    await lockProposals(db);
    const proposal = await findDue(db, id);
    if (!proposal) return;
    const why = problem ?? (await findVoidReason(db, proposal, handlers));
    if (why !== undefined)
      await closeProposal(db, proposal, { state: "void", by: null, reason: why });
    else await carryOut(db, proposal, null, handlers);
  });
}

/** The sentence of an expected error, such as a provider whose keys are missing by now. */
async function findProblem(check: () => Promise<void>): Promise<string | undefined> {
  try {
    await check();
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return `${Object.values(error.fields ?? {})[0] ?? error.message}.`;
  }
}

async function findVoidReason(
  db: Tx,
  { kind, content, ...proposal }: OpenProposal,
  handlers: ProposalHandlers,
): Promise<string | undefined> {
  const deciders = await lockDeciders(db, proposalPermissions[kind]);
  // With a second person, it was agreed while both were active.
  if (proposal.confirmed_by === null && !deciders.has(proposal.proposed_by))
    return `${proposal.proposer_name}, who proposed this, is no longer a super admin.`;
  return handlers[kind].findVoidReason(db, content);
}
