import type { Input } from "@rokad/contract/call";
import { getPlatformConfig } from "@rokad/contract/platform";
import { listProposals } from "@rokad/contract/proposals";
import {
  addReceivingAccount,
  changeReceivingAccount,
  listReceivingAccounts,
  sendAccountChangeCode,
  sendNewAccountCode,
  type OwnAccount,
} from "@rokad/contract/receiving-accounts";
import { send } from "../api/client.ts";
import { refreshApi } from "../api/use-api.ts";

interface Signed {
  readonly reason: string;
  readonly otp: string;
}

type Addition = Omit<Input<typeof addReceivingAccount>["body"], keyof Signed>;
type Change = Omit<Input<typeof changeReceivingAccount>["body"], keyof Signed>;

/** A change of an account that a person signs with a code. */
export interface AccountSave {
  readonly requestCode: (
    reason: string,
  ) => Promise<{ success: true; data: { resend_after_seconds: number } }>;
  /** @returns the server's message. @throws the errors of `send`. */
  readonly save: (signed: Signed) => Promise<string>;
}

/** Changes only some values of an account. */
export function changingAccount(account: OwnAccount, changed: Partial<Change>): AccountSave {
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
  return {
    requestCode: (reason) => send(sendAccountChangeCode, { params, body: { ...change, reason } }),
    save: (signed) =>
      refreshed(send(changeReceivingAccount, { params, body: { ...change, ...signed } })),
  };
}

export function addingAccount(form: Addition): AccountSave {
  return {
    requestCode: (reason) => send(sendNewAccountCode, { body: { ...form, reason } }),
    save: (signed) => refreshed(send(addReceivingAccount, { body: { ...form, ...signed } })),
  };
}

async function refreshed(answer: Promise<{ message: string }>): Promise<string> {
  try {
    return (await answer).message;
  } finally {
    void refreshApi(listReceivingAccounts, listProposals, getPlatformConfig);
  }
}
