import { limits } from "@rokad/contract/limits";
import type { PayoutOrder } from "@rokad/contract/payout-form";
import { refuseInvalidBeneficiary } from "../account-checks/check-beneficiary.ts";
import { database } from "../db.ts";
import { insufficientBalance, invalid } from "../errors.ts";
import * as ledger from "../ledger/ledger.ts";
import { inr, plainRupees } from "../money.ts";
import { productName } from "../platform/read-branding.ts";
import { readSettings } from "../platform/settings.ts";
import type { Tenant } from "../sign-in/person.ts";
import { sendCode } from "../sign-in/send-code.ts";
import { sendCodeText } from "../sms/send-code-text.ts";
import { payeeInText } from "../sms/write-text.ts";
import { orderDigest } from "./authorisation.ts";
import { chooseProvider } from "./choose-provider.ts";
import { quotePayout } from "./quote-payout.ts";

/**
 * Texts the payer a code for exactly this payout, with amount and beneficiary in the text.
 * What can't be paid is refused here already, so that nobody waits for a code in vain.
 * @throws 400 for another mobile than the payer's, 422 `INSUFFICIENT_BALANCE`,
 *   `BENEFICIARY_INVALID`, `AMOUNT_ABOVE_CAP` or `NO_PROVIDER`, 429 for too many codes, 503 `SMS_NOT_SENT`.
 */
export async function sendPayoutCode(payer: Tenant, mobile: string, order: PayoutOrder) {
  if (mobile !== payer.mobile) {
    throw invalid({ mobile: "The OTP can only be sent to your own registered mobile number" });
  }
  const settings = await readSettings();
  const quote = quotePayout(order.amount, settings);
  chooseProvider(payer, order.method, quote.amountPaise, settings);
  await refuseInvalidBeneficiary(payer, order);
  const { availablePaise } = await ledger.balance(database(), payer.id);
  if (availablePaise < ledger.totalOf(quote)) throw insufficientBalance();

  const product = await productName();
  const told = {
    product,
    amount: plainRupees(quote.amountPaise),
    beneficiary: payeeInText({
      name: order.beneficiary_name,
      to:
        order.method === "upi" ? { upiId: order.upi_id } : { accountNumber: order.account_number },
    }),
  };
  await sendCode(
    {
      purpose: "payout",
      mobile,
      personId: payer.id,
      order: { digest: orderDigest(order), feePaise: quote.feePaise, gstPaise: quote.gstPaise },
      perHourMax: settings.payout_codes_per_hour,
    },
    (code) => sendCodeText("payout", mobile, { code, ...told }),
  );
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
