import { transaction, type Tx } from "../../database/db.ts";
import type { SignedSummary } from "../../http/with-signature.ts";
import { ApiError } from "../../kernel/errors.ts";
import { assertMayDo } from "../../kernel/permissions.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { signedText } from "../signatures/signed-text.ts";
import { assertOldEnough } from "./second-person.ts";
import { carryOut } from "./carry-out.ts";
import { closeProposal } from "./close-proposal.ts";
import { lockProposals, lockSuperAdmins, proposalPermissions } from "./lock-proposals.ts";
import type { ProposalHandlers } from "./proposal.ts";
import { findWaiting, minuteOf, proposalVoid, type OpenProposal } from "./stored-proposal.ts";

/**
 * Confirms another super admin's proposal: the change takes effect, or tenants are notified of when
 * it does, and the audit log gets both people, in one transaction.
 * @throws 403 `ACCOUNT_INACTIVE`; 404; 409
 *   `ALREADY_DECIDED`, `SECOND_APPROVER_NEEDED` for the proposer, `CONFIRMER_TOO_NEW`,
 *   `PROPOSER_INACTIVE`, `PROPOSAL_VOID` when it expired or a value that it was based on changed.
 */
export async function confirmProposal(
  person: SuperAdmin,
  id: string,
  handlers: ProposalHandlers,
): Promise<void> {
  await checkConfirmable(person, id, handlers);
  await inTransaction(async (db) => {
    const proposal = await lockConfirmable(db, person, id, handlers);
    if (proposal instanceof ApiError) return proposal;
    await carryOut(db, proposal, person, handlers);
    return proposal;
  });
}

/** What the second super admin signs. @throws as `confirmProposal`. */
export async function describeConfirmation(
  person: SuperAdmin,
  id: string,
  handlers: ProposalHandlers,
): Promise<SignedSummary> {
  const {
    kind,
    title,
    content,
    proposer_name: proposer,
  } = await checkConfirmable(person, id, handlers);
  const change = handlers[kind].describe?.(content) ?? title;
  return {
    summary: `Confirm ${change}, proposed by ${proposer}`,
    text: signedText(`Confirm ${title}`),
  };
}

/** Checked before it is signed, and again under the lock. */
async function checkConfirmable(person: SuperAdmin, id: string, handlers: ProposalHandlers) {
  const proposal = await inTransaction((db) => lockConfirmable(db, person, id, handlers));
  await handlers[proposal.kind].check(proposal.content);
  return proposal;
}

/** Throws a returned error after the commit: a rollback would undo that the proposal is void. */
async function inTransaction(
  work: (db: Tx) => Promise<OpenProposal | ApiError>,
): Promise<OpenProposal> {
  const result = await transaction(work);
  if (result instanceof ApiError) throw result;
  return result;
}

/** @returns the error when the proposal is void, which closes it. */
async function lockConfirmable(
  db: Tx,
  person: SuperAdmin,
  id: string,
  handlers: ProposalHandlers,
): Promise<OpenProposal | ApiError> {
  await lockProposals(db);
  const proposal = await findWaiting(db, id);
  const permission = proposalPermissions[proposal.kind];
  assertMayDo(person, permission);
  const active = await lockSuperAdmins(db, person, permission);
  if (proposal.proposed_by === person.member.id) throw secondPersonNeeded(active.size, proposal);
  assertCountedBefore(active.get(person.member.id), proposal);
  assertProposerCounts(active.get(proposal.proposed_by), proposal);
  const why = await handlers[proposal.kind].findVoidReason(db, proposal.content);
  if (why === undefined) return proposal;
  await closeProposal(db, proposal, { state: "void", by: null, reason: why });
  return proposalVoid(why);
}

/**
 * Stops a thief with the session of the only super admin: an account that they add, enable or give
 * the role, before or after the proposal, can't shorten the waiting time.
 */
function assertCountedBefore(since: Date | undefined, proposal: OpenProposal): void {
  const { confirmers_before: before, takes_effect_at: at } = proposal;
  if (before === null) return;
  const ending = at === null ? "" : ` It takes effect on ${minuteOf(at)}; you can reject it.`;
  assertOldEnough(since, before, ending);
}

/**
 * The proposer must count as a second person does: else a thief with one owner's session could add an
 * account, propose with it, and confirm as the owner.
 */
function assertProposerCounts(since: Date | undefined, proposal: OpenProposal): void {
  const { confirmers_before: before, proposer_name: name } = proposal;
  if (since !== undefined && (before === null || since <= before)) return;
  const why =
    since === undefined ? "is no longer a super admin" : "was too new as a super admin to do so";
  throw new ApiError(
    409,
    "PROPOSER_INACTIVE",
    `${name}, who proposed this, ${why}. Reject it and propose it again.`,
  );
}

function secondPersonNeeded(activeCount: number, { takes_effect_at: at }: OpenProposal): ApiError {
  if (at !== null)
    return new ApiError(
      409,
      "SECOND_APPROVER_NEEDED",
      `You proposed this. It takes effect on ${minuteOf(at)} unless you withdraw it.`,
    );
  return new ApiError(
    409,
    "SECOND_APPROVER_NEEDED",
    activeCount === 1
      ? "You proposed this and are the only super admin left. Withdraw it and make the change again."
      : "You proposed this. Another super admin has to confirm it.",
  );
}
