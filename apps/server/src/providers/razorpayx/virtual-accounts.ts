import { z } from "zod";
import { NotAcceptedError, OutcomeUnknownError } from "../../kernel/outbound-errors.ts";
import type { Sender, VirtualAccount, VirtualAccounts } from "../virtual-accounts.ts";
import { readFromRazorpayX, type RazorpayX } from "./call-razorpayx.ts";
import { creditPages } from "./incoming-credits.ts";
import { pageSize } from "./list-payouts.ts";
import { readAs } from "./read-payout.ts";

/** The most accounts that RazorpayX allows per customer identifier. */
const sendersMax = 10;

const allowedPayer = z.object({
  id: z.string().regex(/^ba_\w{1,40}$/),
  bank_account: z.object({ account_number: z.string(), ifsc: z.string() }),
});
const virtualAccount = z.object({
  id: z.string().regex(/^va_\w{1,40}$/),
  entity: z.literal("virtual_account"),
  status: z.string(),
  // RazorpayX writes an empty object as an empty list.
  notes: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).nullish(),
  receivers: z.array(
    z.object({
      entity: z.string(),
      account_number: z.string().nullish(),
      ifsc: z.string().nullish(),
    }),
  ),
  allowed_payers: z.array(allowedPayer).nullish(),
});
type AccountAnswer = z.infer<typeof virtualAccount>;

/** Smart Collect with third-party validation: RazorpayX returns money from other senders. */
export function virtualAccountsOf(to: RazorpayX): VirtualAccounts {
  const at = (id: string, rest = "") => `/virtual_accounts/${encodeURIComponent(id)}${rest}`;
  const accounts: VirtualAccounts = {
    async open({ key, name, senders }) {
      // RazorpayX has no idempotency key for this call, so the account's notes hold the key.
      const existing = await findOpen(to, key);
      if (existing) {
        // It has the senders of the call whose answer was lost.
        await accounts.setAllowedSenders(existing.providerReference, senders);
        return existing;
      }
      const json = await readFromRazorpayX(to, {
        method: "POST",
        path: "/virtual_accounts",
        body: {
          receivers: { types: ["bank_account"] },
          allowed_payers: lockable(senders).map(payerOf),
          description: `Deposits of ${name}`.slice(0, 200),
          notes: { [noteName]: key },
        },
      });
      return accountOf(readAs(virtualAccount, json));
    },

    async setAllowedSenders(id, senders) {
      const next = lockable(senders);
      const json = await readFromRazorpayX(to, { method: "GET", path: at(id) });
      const current = readAs(virtualAccount, json).allowed_payers ?? [];
      const removed = current.filter(
        (payer) => !next.some((one) => isSame(one, payer.bank_account)),
      );
      const added = next.filter((one) => !current.some((payer) => isSame(one, payer.bank_account)));
      // The account is always locked: a payer is removed only while another one is allowed.
      let count = current.length;
      for (const sender of added) {
        if (count >= sendersMax) await remove(removed.shift());
        else count += 1;
        const body = payerOf(sender);
        await readFromRazorpayX(to, { method: "POST", path: at(id, "/allowed_payers"), body });
      }
      for (const payer of removed) await remove(payer);

      async function remove(payer: z.infer<typeof allowedPayer> | undefined): Promise<void> {
        if (!payer) return;
        const path = at(id, `/allowed_payers/${encodeURIComponent(payer.id)}`);
        await readFromRazorpayX(to, { method: "DELETE", path });
      }
    },

    async close(id) {
      const json = await readFromRazorpayX(to, { method: "GET", path: at(id) });
      if (readAs(virtualAccount, json).status === "closed") return;
      await readFromRazorpayX(to, { method: "POST", path: at(id, "/close") });
    },

    credits: (from, before, findKnown) => creditPages(to, { from, before, findKnown }),
  };
  return accounts;
}

const noteName = "rokad_key";

/** Finds an active account by its key. RazorpayX closes accounts after 90 days without a payment. */
async function findOpen(to: RazorpayX, key: string): Promise<VirtualAccount | undefined> {
  const list = z.object({ items: z.array(virtualAccount) });
  for (let skip = 0; ; skip += pageSize) {
    const json = await readFromRazorpayX(to, {
      method: "GET",
      path: "/virtual_accounts",
      query: { count: pageSize, skip },
    });
    const { items } = readAs(list, json);
    const match = items.find(({ status, notes }) => {
      return status === "active" && !Array.isArray(notes) && notes?.[noteName] === key;
    });
    if (match) return accountOf(match);
    if (items.length < pageSize) return undefined;
  }
}

/**
 * Stands for "no sender", because an account without allowed payers accepts money from everyone.
 * Accounts with this IFSC are customer identifiers, which only receive money.
 */
const nobody: Sender = { ifscCode: "RATN0VAAPIS", accountNumber: "0000000000000000" };

function lockable(senders: readonly Sender[]): readonly Sender[] {
  if (senders.length > sendersMax) {
    throw new NotAcceptedError(`RazorpayX allows at most ${sendersMax} bank accounts`);
  }
  return senders.length === 0 ? [nobody] : senders;
}

function payerOf({ accountNumber, ifscCode }: Sender): object {
  return {
    type: "bank_account",
    bank_account: { ifsc: ifscCode, account_number: accountNumber },
  };
}

function isSame(sender: Sender, payer: { account_number: string; ifsc: string }): boolean {
  return sender.accountNumber === payer.account_number && sender.ifscCode === payer.ifsc;
}

function accountOf({ id, status, receivers }: AccountAnswer): VirtualAccount {
  const receiver = receivers.find(({ entity }) => entity === "bank_account");
  if (!receiver?.account_number || !receiver.ifsc) {
    throw new OutcomeUnknownError("RazorpayX opened an account without a number");
  }
  return {
    providerReference: id,
    accountNumber: receiver.account_number,
    ifscCode: receiver.ifsc,
    isOpen: status === "active",
  };
}
