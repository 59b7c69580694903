import type { Locator, Page } from "@playwright/test";
import type { Rokad } from "./rokad.ts";

// The review queues, and how journeys find their rows.

export const deposits = "/super-admin/deposits";
export const accounts = "/super-admin/bank-accounts";

let made = 0;

/** A tenant of their own name, so that a journey finds its rows among the others'. */
export async function tenantNamed(rokad: Rokad, name: string) {
  const { mobile } = await rokad.tenant({ name });
  const { token } = await rokad.session(mobile);
  return { mobile, token };
}

export async function addAccount(
  rokad: Rokad,
  token: string,
  change: object = {},
): Promise<string> {
  made += 1;
  const account = await rokad.call(token, "POST", "/wallet/bank-accounts", {
    account_holder_name: "Journey Traders",
    account_number: `00443322${String(made).padStart(4, "0")}`,
    ifsc_code: "HDFC0000060",
    bank_name: "HDFC Bank",
    branch_name: "Pune",
    account_type: "current",
    ...change,
  });
  return account._id;
}

/** Deposits of these rupees, each waiting; the UTR tells which. */
export async function requestDeposits(rokad: Rokad, name: string, amounts: readonly number[]) {
  const { mobile, token } = await tenantNamed(rokad, name);
  const account = await addAccount(rokad, token, { account_holder_name: name });
  const { token: admin } = await rokad.admin();
  await rokad.call(admin, "POST", `${accounts}/${account}/approve`, {});
  for (const amount of amounts) {
    made += 1;
    await rokad.call(token, "POST", "/wallet/deposit/initiate", {
      bank_account: account,
      amount,
      utr_reference: `7${String(made).padStart(11, "0")}`,
    });
  }
  return { mobile, token };
}

export const balanceOf = async (rokad: Rokad, token: string) =>
  (await rokad.call(token, "GET", "/wallet/balance")).main_balance.amount;

export const rowOf = (page: Page, words: string) =>
  page.getByRole("row").filter({ hasText: words });
export const nameOf = (row: Locator) => row.locator("[data-row]");

/** The only reviewer to begin with; what the demo left waiting is decided first. */
export async function emptyQueues(rokad: Rokad): Promise<void> {
  const { token } = await rokad.admin();
  for (const path of [deposits, accounts]) {
    const rows = await rokad.call(token, "GET", `${path}?status=pending&limit=100`);
    const ids = rows.map(({ _id }: { _id: string }) => _id);
    if (ids.length > 0) await rokad.call(token, "POST", `${path}/reject`, { ids, reason: "Old" });
  }
}
