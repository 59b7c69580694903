import { limits } from "@rokad/contract/limits";
import type { PayoutOrder } from "@rokad/contract/payout-form";
import { formatMoney } from "@rokad/money/format";
import { database } from "../db.ts";
import { insufficientBalance, invalid } from "../errors.ts";
import * as ledger from "../ledger/ledger.ts";
import { inr, maskAccountNumber } from "../money.ts";
import { readSettings } from "../platform/settings.ts";
import { issueCode } from "../sign-in/issue-code.ts";
import type { Tenant } from "../sign-in/person.ts";
import { smsGateway } from "../sms/sms.ts";
import { orderDigest } from "./authorisation.ts";
import { chooseProvider } from "./choose-provider.ts";
import { quotePayout } from "./quote-payout.ts";

/**
 * Texts the payer a code for exactly this payout, with amount and beneficiary in the text.
 * What can't be paid is refused here already, so that nobody waits for a code in vain.
 * @throws 400 for another mobile than the payer's, 422 `INSUFFICIENT_BALANCE`,
 *   `AMOUNT_ABOVE_CAP` or `NO_PROVIDER`, 429 for too many codes.
 */
export async function sendPayoutCode(payer: Tenant, mobile: string, order: PayoutOrder) {
  if (mobile !== payer.mobile) {
    throw invalid({ mobile: "The OTP can only be sent to your own registered mobile number" });
  }
  const settings = await readSettings();
  const quote = quotePayout(order.amount, settings);
  chooseProvider(payer, order.method, quote.amountPaise, settings);
  const { availablePaise } = await ledger.balance(database(), payer.id);
  if (availablePaise < ledger.totalOf(quote)) throw insufficientBalance();

  const code = await issueCode({
    purpose: "payout",
    mobile,
    personId: payer.id,
    order: { digest: orderDigest(order), feePaise: quote.feePaise, gstPaise: quote.gstPaise },
    perHourMax: settings.payout_codes_per_hour,
  });
  const amount = formatMoney(inr(quote.amountPaise));
  const to = order.method === "upi" ? order.upi_id : maskAccountNumber(order.account_number);
  const text = `${code} is your OTP to pay ${amount} to ${order.beneficiary_name} (${to}). Do not share it with anyone.`;
  await smsGateway().send({ mobile, purpose: "payout", text, code });
  return {
    message: "OTP sent successfully!",
    data: {
      quote: {
        amount: inr(quote.amountPaise),
        txn_fee: inr(quote.feePaise),
        gst_amount: inr(quote.gstPaise),
        total: inr(ledger.totalOf(quote)),
      },
      resend_after_seconds: limits.otpResendSeconds,
    },
  };
}
