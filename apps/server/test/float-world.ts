import { changeSettings } from "@rokad/contract/settings";
import { listReceivingAccounts } from "@rokad/contract/receiving-accounts";
import { getFloat } from "@rokad/contract/float";
import {
  correctFundTransfer,
  listFundTransfers,
  recordFundTransfer,
} from "@rokad/contract/fund-transfers";
import { sql } from "kysely";
import { database } from "../src/database/db.ts";
import { now } from "../src/kernel/clock.ts";
import { today } from "../src/kernel/days.ts";
import { trialBalance } from "../src/ledger/ledger.ts";
import { bookProviderCharges } from "../src/operations/float/book-provider-charges.ts";
import { readProviderBalances } from "../src/operations/float/read-provider-balances.ts";
import { checkpointAll } from "./tamper.ts";
import { openPayoutWorld } from "./payout-world.ts";
import { saveSetting } from "./save-setting.ts";
import { sampleAccount } from "./receiving-world.ts";
import { signing } from "./signing.ts";
import type { SignedIn } from "./signed-in.ts";

export type FloatWorld = Awaited<ReturnType<typeof openFloatWorld>>;

let numbers = 0;
/** A UTR that no other test has. */
export const newBankUtr = () => `HDFCN52026${String((numbers += 1)).padStart(6, "0")}`;

/** The payout world with a super admin who moves the platform's own money with the sandbox bank. */
export async function openFloatWorld() {
  const world = await openPayoutWorld();
  const boss = await world.superAdmin();
  const many = { key: "sign_in_codes_per_hour" as const, seen: 10, value: 1_000 };
  await boss.ask(changeSettings, { body: { changes: [many] } });

  await saveSetting("receiving_account_notice_hours", 0);
  const addAccount = async (change: object = {}) => {
    const body = { ...sampleAccount, account_number: world.newAccountNumber(), ...change };
    const { proposal_id: proposalId } = (await signing.addAccount(boss, body)).body;
    if (proposalId) await signing.confirm(await world.newSuperAdmin("Asha Pillai"), proposalId);
    const { accounts } = (await boss.ask(listReceivingAccounts, {})).data;
    const account = accounts.find((one) => one.account_number === body.account_number);
    if (!account) throw new Error("The account was not added");
    return account.id;
  };
  const account = await addAccount({ account_number: "000000000042" });

  const form = (change: object = {}) => ({
    from: "bank",
    to: "sandbox",
    receiving_account: account,
    amount: 50_000,
    utr_reference: newBankUtr(),
    transferred_on: today(),
    ...change,
  });

  return {
    ...world,
    boss,
    /** The default receiving account. */
    account,
    addAccount,
    form,
    async record(change: object = {}, by: SignedIn = boss) {
      return (await by.ask(recordFundTransfer, { body: form(change) })).data;
    },
    async transferOf(utr: string) {
      const { data } = await boss.ask(listFundTransfers, { query: {} });
      const found = data.find((one) => one.utr_reference === utr && !one.is_correction);
      if (!found) throw new Error(`No transfer has the UTR ${utr}`);
      return found;
    },
    async correct(id: string, reason = "Typed the wrong amount") {
      return (await boss.ask(correctFundTransfer, { params: { id }, body: { reason } })).data;
    },
    /** Money that reaches our account with the sandbox bank. */
    async arriveAtSandbox(paise: number, utr: string | null, payerAccount: string | null = null) {
      await sql`
        insert into sandbox_bank.account_credits (reference, amount_paise, utr, payer_account, created_at)
        values (${`credit-${(numbers += 1)}`}, ${paise}, ${utr}, ${payerAccount}, ${now()})
      `.execute(database());
    },
    /** Books charges, and reads every balance although the last reading is recent. */
    async readBalances(): Promise<void> {
      await checkpointAll();
      await bookProviderCharges(new AbortController().signal);
      await sql`
        update provider_balances set read_at = read_at - interval '1 minute'
        where read_at > ${new Date(now().getTime() - 50_000)}
      `.execute(database());
      await readProviderBalances();
    },
    async float() {
      return (await boss.ask(getFloat, {})).data;
    },
    /** What the Float page shows of a receiving account. */
    async bankFloat(id = account) {
      const { bank } = (await boss.ask(getFloat, {})).data;
      const found = bank.accounts.find((one) => one.id === id);
      if (!found) throw new Error(`The receiving account ${id} is not listed`);
      return found;
    },
    async sandboxFloat() {
      const { providers } = (await boss.ask(getFloat, {})).data;
      const sandbox = providers.find(({ adapter }) => adapter === "sandbox");
      if (!sandbox) throw new Error("The sandbox is not listed");
      return sandbox;
    },
    /** The sum of each account. */
    accounts: () => trialBalance(database()),
  };
}
