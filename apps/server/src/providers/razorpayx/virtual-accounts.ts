import { z } from "zod";
import { NotTakenError, OutcomeUnknownError } from "../provider.ts";
import type { Sender, VirtualAccount, VirtualAccounts } from "../virtual-accounts.ts";
import { readFromRazorpayX, type RazorpayX } from "./call-razorpayx.ts";
import { eachCredit } from "./incoming-credits.ts";
import { pageSize } from "./list-payouts.ts";
import { readAs } from "./what-comes-back.ts";

/** RazorpayX locks a customer identifier to so many accounts. */
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
type Told = z.infer<typeof virtualAccount>;

/** Smart Collect with third-party validation: RazorpayX sends back what others than these send. */
export function virtualAccountsOf(to: RazorpayX): VirtualAccounts {
  const at = (id: string, rest = "") => `/virtual_accounts/${encodeURIComponent(id)}${rest}`;
  return {
    async open({ key, name, senders }) {
      // RazorpayX has no idempotency key here, so that the key stands in the account's notes.
      const known = await findOpen(to, key);
      if (known) return known;
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

    async lockTo(id, senders) {
      const wanted = lockable(senders);
      const json = await readFromRazorpayX(to, { method: "GET", path: at(id) });
      const allowed = readAs(virtualAccount, json).allowed_payers ?? [];
      const gone = allowed.filter(
        (payer) => !wanted.some((one) => isSame(one, payer.bank_account)),
      );
      const added = wanted.filter(
        (one) => !allowed.some((payer) => isSame(one, payer.bank_account)),
      );
      // The lock is never off: one is taken away only while another is there or room is needed.
      let count = allowed.length;
      for (const sender of added) {
        if (count >= sendersMax) await remove(gone.shift());
        else count += 1;
        const body = payerOf(sender);
        await readFromRazorpayX(to, { method: "POST", path: at(id, "/allowed_payers"), body });
      }
      for (const payer of gone) await remove(payer);

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

    credits: (from, before) => eachCredit(to, from, before),
  };
}

const noteName = "rokad_key";

/** One that RazorpayX has closed, as it does after 90 days without a payment, is not found. */
async function findOpen(to: RazorpayX, key: string): Promise<VirtualAccount | undefined> {
  const list = z.object({ items: z.array(virtualAccount) });
  for (let skip = 0; ; skip += pageSize) {
    const json = await readFromRazorpayX(to, {
      method: "GET",
      path: "/virtual_accounts",
      query: { count: pageSize, skip },
    });
    const { items } = readAs(list, json);
    const found = items.find(({ status, notes }) => {
      return status === "active" && !Array.isArray(notes) && notes?.[noteName] === key;
    });
    if (found) return accountOf(found);
    if (items.length < pageSize) return undefined;
  }
}

/**
 * RazorpayX takes money from anybody on an account that is locked to nobody. All accounts of this
 * IFSC are customer identifiers, which only receive, so that nobody can send from this one.
 */
const nobody: Sender = { ifscCode: "RATN0VAAPIS", accountNumber: "0000000000000000" };

function lockable(senders: readonly Sender[]): readonly Sender[] {
  if (senders.length > sendersMax) {
    throw new NotTakenError(`RazorpayX locks an account to ${sendersMax} bank accounts at most`);
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

function accountOf({ id, status, receivers }: Told): VirtualAccount {
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
