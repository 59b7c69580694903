import * as z from "zod";
import { OutcomeUnknownError } from "../../kernel/outbound-errors.ts";
import type { Sender, VirtualAccount, VirtualAccounts } from "../virtual-accounts.ts";
import { callCashfree, paymentGateway, type CashfreeAnswer } from "./call-cashfree.ts";
import { plainWords } from "./write-transfer.ts";

const account = z.object({
  // Cashfree's examples have text and numbers; an unsafe integer has lost digits and is rejected.
  vba_account_number: z.union([z.string().min(1), z.int().transform(String)]),
  vba_ifsc: z.string().min(1),
  vba_bank_code: z.string().nullish(),
  vba_status: z.string(),
});
/** Two pages of the documentation differ: a bare account, or a list with one for each bank. */
const accountAnswer = z.union([
  z
    .object({ virtual_bank_accounts: z.tuple([account], account) })
    .transform(({ virtual_bank_accounts: [first] }) => first),
  account,
]);

/**
 * Auto Collect (`/pg/vba`), with the Payment Gateway's keys. `credits` is absent: Cashfree's list of
 * payments has no IFSC code and other ids than the webhook, so one credit could count twice.
 */
export function virtualAccountsAt(url: string, timeoutMs: number): VirtualAccounts {
  const call = (method: "GET" | "POST" | "PUT" | "PATCH", path: string, body?: object) =>
    callCashfree(paymentGateway, {
      method,
      url: `${url}/vba${path}`,
      ...(body && { body }),
      timeoutMs,
    });
  const at = (key: string) => `/${encodeURIComponent(key)}`;

  async function setAllowedSenders(
    key: string,
    senders: readonly Sender[],
  ): Promise<VirtualAccount> {
    // An empty list would remove the lock, and the account would accept money from everyone.
    if (senders.length === 0) return setStatus(key, "INACTIVE");
    readAccount(await call("PUT", at(key), lockOf(senders)));
    return setStatus(key, "ACTIVE");
  }

  async function setStatus(key: string, status: "ACTIVE" | "INACTIVE"): Promise<VirtualAccount> {
    const current = readAccount(await call("GET", at(key)));
    if (current.vba_status === status) return virtualAccountOf(key, current);
    const change = { status, ...(current.vba_bank_code && { bank_codes: current.vba_bank_code }) };
    const changed = readAccount(await call("PATCH", at(key), change));
    if (changed.vba_status === status) return virtualAccountOf(key, changed);
    throw new OutcomeUnknownError(`Cashfree did not set the virtual account to ${status}`);
  }

  return {
    async open({ key, name, mobile, senders }) {
      const answer = await call("POST", "", {
        virtual_account_details: {
          virtual_account_id: key,
          virtual_account_name: plainWords(name, 50) || key,
          virtual_account_phone: mobile,
        },
        ...lockOf(senders),
      });
      const exists = "refusal" in answer && answer.refusal.code === alreadyExists;
      if (exists || senders.length === 0) {
        if (!exists) readAccount(answer);
        return setAllowedSenders(key, senders);
      }
      return virtualAccountOf(key, readAccount(answer));
    },
    async setAllowedSenders(key, senders) {
      await setAllowedSenders(key, senders);
    },
    async close(key) {
      await setStatus(key, "INACTIVE");
    },
  };
}

const alreadyExists = "virtual_account_id_already_exists";

const lockOf = (senders: readonly Sender[]) =>
  senders.length === 0
    ? {}
    : {
        remitter_lock_details: {
          allowed_remitters: senders.map(({ accountNumber, ifscCode }) => ({
            account_number: accountNumber,
            ifsc: ifscCode,
          })),
        },
      };

function readAccount(answer: CashfreeAnswer): z.infer<typeof account> {
  if ("refusal" in answer) {
    const { status, code } = answer.refusal;
    throw new OutcomeUnknownError(`Cashfree refused the virtual account (${status} ${code})`);
  }
  const parsed = accountAnswer.safeParse(answer.json).data;
  if (parsed) return parsed;
  throw new OutcomeUnknownError("Cashfree's answer does not have the documented format");
}

const virtualAccountOf = (key: string, answer: z.infer<typeof account>): VirtualAccount => ({
  providerReference: key,
  accountNumber: answer.vba_account_number,
  ifscCode: answer.vba_ifsc,
  isOpen: answer.vba_status === "ACTIVE",
});
