import * as z from "zod";
import { OutcomeUnknownError } from "../provider.ts";
import type { Sender, VirtualAccount, VirtualAccounts } from "../virtual-accounts.ts";
import { askCashfree, paymentGateway, type CashfreeAnswer } from "./ask-cashfree.ts";
import { plainWords } from "./write-transfer.ts";

const account = z.object({
  // Cashfree's examples have it as text and as a number; a number that lost digits is none.
  vba_account_number: z.union([z.string().min(1), z.int().transform(String)]),
  vba_ifsc: z.string().min(1),
  vba_bank_code: z.string().nullish(),
  vba_status: z.string(),
});
/** Two pages of the documentation show it bare and in a list of one for each bank. */
const answered = z.union([
  z
    .object({ virtual_bank_accounts: z.tuple([account], account) })
    .transform(({ virtual_bank_accounts: [first] }) => first),
  account,
]);

/**
 * Auto Collect (`/pg/vba`), with the Payment Gateway's keys. Its list of payments knows no IFSC
 * code and names credits otherwise than the webhook does, so that one credit could count as two;
 * `credits` is left out.
 */
export function virtualAccountsAt(url: string, timeoutMs: number): VirtualAccounts {
  const call = (method: "GET" | "POST" | "PUT" | "PATCH", path: string, body?: object) =>
    askCashfree(paymentGateway, {
      method,
      url: `${url}/vba${path}`,
      ...(body && { body }),
      timeoutMs,
    });
  const at = (key: string) => `/${encodeURIComponent(key)}`;

  async function lockTo(key: string, senders: readonly Sender[]): Promise<VirtualAccount> {
    // An empty list would take the lock away, so that it would take money from everybody.
    if (senders.length === 0) return setStatus(key, "INACTIVE");
    readAccount(await call("PUT", at(key), lockOf(senders)));
    return setStatus(key, "ACTIVE");
  }

  async function setStatus(key: string, status: "ACTIVE" | "INACTIVE"): Promise<VirtualAccount> {
    const stands = readAccount(await call("GET", at(key)));
    if (stands.vba_status === status) return toldOf(key, stands);
    const change = { status, ...(stands.vba_bank_code && { bank_codes: stands.vba_bank_code }) };
    const after = readAccount(await call("PATCH", at(key), change));
    if (after.vba_status === status) return toldOf(key, after);
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
        return lockTo(key, senders);
      }
      return toldOf(key, readAccount(answer));
    },
    async lockTo(key, senders) {
      await lockTo(key, senders);
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
  const told = answered.safeParse(answer.json).data;
  if (told) return told;
  throw new OutcomeUnknownError("Its answer is not of the documented form");
}

const toldOf = (key: string, told: z.infer<typeof account>): VirtualAccount => ({
  providerReference: key,
  accountNumber: told.vba_account_number,
  ifscCode: told.vba_ifsc,
  isOpen: told.vba_status === "ACTIVE",
});
