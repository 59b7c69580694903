import { todayInIndia } from "@rokad/contract/fields";
import { recordFundTransfer, type FundTransferForm } from "@rokad/contract/fund-transfers";
import { getFloat } from "@rokad/contract/float";
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { ApiResult } from "./api-client.ts";
import type { Banks } from "./banks.ts";
import type { Person } from "./person.ts";

const triesMax = 20;
/** Longer than a person waits between two codes. */
const retryMs = 500;

type Transfer = Pick<FundTransferForm, "from" | "to" | "amount"> & Partial<FundTransferForm>;

/** Records with what each provider holds for us before the first payout: it is the operator's own. */
export async function recordOpenings(person: Person, banks: Banks): Promise<void> {
  for (const { bank, openingPaise } of banks.books().balances) {
    const recorded = await recordTransfer(person, {
      from: "own_funds",
      to: bank,
      amount: openingPaise / 100,
      note: "Opening balance",
    });
    if (!recorded.some(({ ok }) => ok))
      throw new Error(`The opening balance was not recorded: ${JSON.stringify(recorded)}`);
  }
}

/**
 * Records a transfer with a signature, again if the code was refused, as a person does. A double click
 * sends it twice with one idempotency key.
 * @returns the answers to the last try.
 */
export async function recordTransfer(
  person: Person,
  transfer: Transfer,
  { clicks = 1 } = {},
): Promise<ApiResult<typeof recordFundTransfer>[]> {
  const body = { transferred_on: todayInIndia(), utr_reference: "", note: "", ...transfer };
  const key = randomUUID();
  for (let tries = 1; ; tries += 1) {
    const answers = await Promise.all(
      Array.from({ length: clicks }, () => person.call(recordFundTransfer, { body }, { key })),
    );
    if (tries === triesMax || answers.every((answer) => answer.ok || !isUnsigned(answer)))
      return answers;
    await pause(retryMs);
  }
}

const isUnsigned = ({ code }: { readonly code: string }) => code === "STEP_UP_REQUIRED";

/** A super admin records every credit of the providers' lists that nobody has recorded. */
export async function recordUnrecorded(person: Person, banks: Banks): Promise<void> {
  const float = await person.call(getFloat, {});
  if (!float.ok) throw new Error(`The Float page gave no answer: ${float.code}`);
  for (const { adapter, unrecorded_credits: credits } of float.body.data.providers) {
    for (const { amount, utr_reference: utr, reference } of credits) {
      const sent = banks.receiving
        .sent()
        .find((one) => one.bank === adapter && isSame(one.utr, utr));
      const origin = sent
        ? { from: "bank", receiving_account: sent.account, utr_reference: sent.utr }
        : { from: "own_funds", note: "Balance from before" };
      await recordTransfer(person, {
        ...origin,
        to: adapter,
        amount: amount.amount / 100,
        credit_reference: reference,
      });
    }
  }
}

const plain = (utr: string) => utr.replace(/^0+/, "");
const isSame = (one: string, other: string | null) => other !== null && plain(one) === plain(other);
