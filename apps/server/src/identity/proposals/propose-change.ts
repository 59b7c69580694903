import type { ProposalKind } from "@rokad/contract/proposals";
import { database } from "../../database/db.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { readDeciders } from "../people/super-admins.ts";
import { readSettings } from "../settings/settings.ts";
import { assertNoneWaiting, findOwnWaiting } from "./assert-none-waiting.ts";
import { findEffect, type Effect } from "./find-effect.ts";
import type { ControlledChange, Submitted } from "./proposal.ts";
import { proposalPermissions } from "./lock-proposals.ts";
import { checkSignatureCode, digestOf, sendSignatureCode } from "./sign-change.ts";

/**
 * Texts the super admin the code that proposes exactly this change.
 * @throws 409 `PROPOSAL_WAITING`; 429; 503 `SMS_NOT_SENT`.
 */
export async function sendProposalCode(person: SuperAdmin, change: ControlledChange) {
  await assertNoneWaiting(database(), change);
  const effect = await findEffectFor(person, change.kind);
  const sent = await sendSignatureCode(person, { act: "propose", digest: digestOf(change) });
  return { ...sent, takes_effect: effect.how };
}

/** How a change of this kind takes effect that the person proposes now; not under a lock. */
export async function findEffectFor(person: SuperAdmin, kind: ProposalKind): Promise<Effect> {
  const deciders = await readDeciders(database(), proposalPermissions[kind]);
  const others = deciders.filter(({ id }) => id !== person.id).map(({ since }) => since);
  return findEffect(database(), others, await readSettings());
}

/**
 * Verifies and consumes the code of a proposal. Call it before the transaction: a rollback would
 * give the code back.
 * @returns the person's waiting proposal of exactly this change: a repeat after a lost answer, whose
 *   code is used up.
 * @throws 400 for a wrong code; 409 `PROPOSAL_WAITING`.
 */
export async function checkProposalCode(
  person: SuperAdmin,
  change: ControlledChange,
  code: string,
): Promise<Submitted | undefined> {
  const repeated = await findOwnWaiting(database(), person.id, change);
  if (repeated) return repeated;
  await assertNoneWaiting(database(), change);
  await checkSignatureCode(person, code, { act: "propose", digest: digestOf(change) });
  return undefined;
}
