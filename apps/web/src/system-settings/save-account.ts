import type { Input } from "@rokad/contract/call";
import { getPlatformConfig } from "@rokad/contract/platform";
import {
  addReceivingAccount,
  changeReceivingAccount,
  listReceivingAccounts,
  type OwnAccount,
} from "@rokad/contract/receiving-accounts";
import { send } from "../api/client.ts";
import { refreshApi } from "../api/use-api.ts";

type Change = Input<typeof changeReceivingAccount>["body"];

/** The body that changes only some values of an account. */
function changeOf(account: OwnAccount, change: Partial<Change>): Change {
  return {
    label: account.label,
    account_holder_name: account.account_holder_name,
    ifsc_code: account.ifsc_code,
    bank_name: account.bank_name,
    branch_name: account.branch_name,
    settles_provider: account.settles_provider,
    is_active: account.is_active,
    is_default: account.is_default,
    version: account.version,
    ...change,
  };
}

/** @returns the server's message. @throws the errors of `send`. */
export async function changeAccount(account: OwnAccount, change: Partial<Change>): Promise<string> {
  const params = { id: account.id };
  try {
    const body = changeOf(account, change);
    return (await send(changeReceivingAccount, { params, body })).message;
  } finally {
    void refreshApi(listReceivingAccounts, getPlatformConfig);
  }
}

/** @returns the server's message. @throws the errors of `send`. */
export async function addAccount(body: Input<typeof addReceivingAccount>["body"]): Promise<string> {
  try {
    return (await send(addReceivingAccount, { body })).message;
  } finally {
    void refreshApi(listReceivingAccounts, getPlatformConfig);
  }
}
