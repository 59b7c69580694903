import { confirmProposal, sendConfirmCode } from "@rokad/contract/proposals";
import type { ReceivingAccountForm } from "@rokad/contract/receiving-account";
import { addReceivingAccount, sendNewAccountCode } from "@rokad/contract/receiving-accounts";
import {
  changeSettings,
  sendSettingsCode,
  type SettingChangeRequest,
} from "@rokad/contract/settings";
import type { Person } from "./person.ts";

const reason = "Set up for the simulation";

/**
 * Changes settings as two super admins do: one proposes those that guard money, the other confirms.
 * A repeat after a lost response finds the same proposal, or that it is already confirmed.
 */
export async function changeSettingsTogether(
  proposer: Person,
  confirmer: Person,
  changes: SettingChangeRequest[],
): Promise<void> {
  await proposer.call(sendSettingsCode, { body: { changes, reason } });
  const body = { changes, reason, otp: proposer.newestCode() };
  const saved = await proposer.call(changeSettings, { body });
  if (!saved.ok) throw new Error(`changeSettings: ${saved.status} ${saved.message}`);
  await confirm(confirmer, saved.body.proposal_id);
}

/** Adds a receiving account in the same way. */
export async function addAccountTogether(
  proposer: Person,
  confirmer: Person,
  form: ReceivingAccountForm,
): Promise<void> {
  await proposer.call(sendNewAccountCode, { body: { ...form, reason } });
  const body = { ...form, reason, otp: proposer.newestCode() };
  const saved = await proposer.call(addReceivingAccount, { body });
  if (!saved.ok) throw new Error(`addReceivingAccount: ${saved.status} ${saved.message}`);
  await confirm(confirmer, saved.body.proposal_id);
}

async function confirm(confirmer: Person, proposalId: string | null): Promise<void> {
  if (proposalId === null) throw new Error("Nobody had to confirm the change");
  const params = { id: proposalId };
  await confirmer.call(sendConfirmCode, { params });
  const otp = confirmer.newestCode();
  const confirmed = await confirmer.call(confirmProposal, { params, body: { otp } });
  if (!confirmed.ok && !(confirmed.lostBefore && confirmed.status === 409))
    throw new Error(`confirmProposal: ${confirmed.status} ${confirmed.message}`);
}
