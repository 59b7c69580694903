import { confirmProposal, listProposals } from "@rokad/contract/proposals";
import type { ReceivingAccountForm } from "@rokad/contract/receiving-account";
import { addReceivingAccount } from "@rokad/contract/receiving-accounts";
import { changeSettings, type SettingChangeRequest } from "@rokad/contract/settings";
import type { Person } from "./person.ts";

const reason = "Set up for the simulation";

/** Changes settings as two super admins do: one proposes those that guard money, the other confirms. */
export async function changeSettingsTogether(
  proposer: Person,
  confirmer: Person,
  changes: SettingChangeRequest[],
): Promise<void> {
  const saved = await proposer.call(changeSettings, { body: { changes, reason } });
  await confirm(
    confirmer,
    saved.ok ? saved.body.proposal_id : await afterLostAnswer(proposer, saved),
  );
}

/** Adds a receiving account in the same way. */
export async function addAccountTogether(
  proposer: Person,
  confirmer: Person,
  form: ReceivingAccountForm,
): Promise<void> {
  const saved = await proposer.call(addReceivingAccount, { body: { ...form, reason } });
  await confirm(
    confirmer,
    saved.ok ? saved.body.proposal_id : await afterLostAnswer(proposer, saved),
  );
}

/** The proposal that waits, if the repeat of a lost request found it. @throws for another refusal. */
async function afterLostAnswer(
  proposer: Person,
  { lostBefore, status, message }: { lostBefore: boolean; status: number; message: string },
): Promise<string | null> {
  if (!lostBefore || status !== 409) throw new Error(`Not proposed: ${status} ${message}`);
  const waiting = await proposer.call(listProposals, { query: {} });
  return waiting.ok ? (waiting.body.data[0]?.id ?? null) : null;
}

async function confirm(confirmer: Person, proposalId: string | null): Promise<void> {
  if (proposalId === null) throw new Error("Nobody had to confirm the change");
  const confirmed = await confirmer.call(confirmProposal, { params: { id: proposalId } });
  if (!confirmed.ok && !(confirmed.lostBefore && confirmed.status === 409))
    throw new Error(`confirmProposal: ${confirmed.status} ${confirmed.message}`);
}
