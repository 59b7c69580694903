import type { Input } from "@rokad/contract/call";
import { getPlatformConfig } from "@rokad/contract/platform";
import { listProposals } from "@rokad/contract/proposals";
import {
  addReceivingAccount,
  changeReceivingAccount,
  listReceivingAccounts,
  type OwnAccount,
} from "@rokad/contract/receiving-accounts";
import { send } from "../api/client.ts";
import { refreshApi } from "../api/use-api.ts";

type Addition = Input<typeof addReceivingAccount>["body"];
type Change = Omit<Input<typeof changeReceivingAccount>["body"], "reason">;

/**
 * Changes only some values of an account.
 * @returns the server's message.
 * @throws the errors of `send`.
 */
export function changeAccount(
  account: OwnAccount,
  reason: string,
  changed: Partial<Change>,
): Promise<string> {
  const params = { id: account.id };
  const change: Change = {
    label: account.label,
    account_holder_name: account.account_holder_name,
    ifsc_code: account.ifsc_code,
    bank_name: account.bank_name,
    branch_name: account.branch_name,
    settles_provider: account.settles_provider,
    is_active: account.is_active,
    is_default: account.is_default,
    version: account.version,
    ...changed,
  };
  return refreshed(send(changeReceivingAccount, { params, body: { ...change, reason } }));
}

/** As `changeAccount`, for a new one. */
export function addAccount(body: Addition): Promise<string> {
  return refreshed(send(addReceivingAccount, { body }));
}

async function refreshed(answer: Promise<{ message: string }>): Promise<string> {
  try {
    return (await answer).message;
  } finally {
    void refreshApi(listReceivingAccounts, listProposals, getPlatformConfig);
  }
}
