import { limits } from "@rokad/contract/limits";
import type { PayoutOrder } from "@rokad/contract/payout-form";
import { rejectInvalidBeneficiary } from "../account-checks/check-beneficiary.ts";
import { database } from "../../database/db.ts";
import { invalidInput, tenantClosing } from "../../kernel/errors.ts";
import * as ledger from "../../ledger/ledger.ts";
import { inr, plainRupees } from "../../kernel/money.ts";
import { findClosing } from "../../identity/people/closing-queries.ts";
import { productName } from "../../identity/settings/read-branding.ts";
import { readSettings } from "../../identity/settings/settings.ts";
import type { Tenant } from "../../kernel/person.ts";
import { sendCode } from "../../identity/sign-in/send-code.ts";
import { sendCodeText } from "../../identity/sms/send-code-text.ts";
import { formatPayee } from "../../identity/sms/write-text.ts";
import { orderDigest } from "./authorisation.ts";
import { assertAdvicesOn } from "../advices/advice-settings.ts";
import { assertRepeatReason } from "./find-earlier-payout.ts";
import type { RequestedOrder } from "./initiation.ts";
import { findMissing } from "./find-missing-funds.ts";
import { assertNeedsNoApproval } from "./refuse-unapproved.ts";
import { assertCanPay } from "./payout-lock.ts";
import { chooseProvider } from "../send/choose-provider.ts";
import { quotePayout } from "../quote-payout.ts";

/**
 * Texts the payer a code for this payout only; the text names amount and beneficiary. Rejects a
 * payout that can't succeed before it sends a code.
 * @throws 400 for another mobile than the payer's, 409 `TENANT_CLOSING`, `REPEAT_REASON_REQUIRED`,
 *   `ADVICES_OFF`, 422 `INSUFFICIENT_BALANCE`, `BENEFICIARY_INVALID`, `AMOUNT_ABOVE_CAP` or `NO_PROVIDER`, 429 for too many codes
 *   or `PAYOUTS_LOCKED`, 503 `SMS_NOT_SENT`.
 */
export async function sendPayoutCode(payer: Tenant, mobile: string, order: RequestedOrder) {
  if (mobile !== payer.member.mobile) {
    throw invalidInput({ mobile: "The OTP can only be sent to your own registered mobile number" });
  }
  await assertCanPay(payer);
  if ((await findClosing(database(), [payer.tenantId])).has(payer.tenantId)) throw tenantClosing();
  const settings = await readSettings();
  const quote = quotePayout(order.amount, settings);
  chooseProvider(payer, order.method, quote.amountPaise, settings);
  await assertNeedsNoApproval(database(), payer.tenantId, order, quote.amountPaise);
  await rejectInvalidBeneficiary(payer, order);
  await assertRepeatReason(payer, order);
  if (order.send_advice === true) await assertAdvicesOn(payer);
  const missingPaise = await findMissing(payer.tenantId, ledger.totalOf(quote));

  const product = await productName();
  const textValues = {
    product,
    amount: plainRupees(quote.amountPaise),
    beneficiary: formatPayee({
      name: order.beneficiary_name,
      to:
        order.method === "upi" ? { upiId: order.upi_id } : { accountNumber: order.account_number },
    }),
  };
  await sendCode(
    {
      purpose: "payout",
      mobile,
      personId: payer.member.id,
      holder: { sessionId: payer.sessionId },
      order: {
        digest: orderDigest(order, payer),
        feePaise: quote.feePaise,
        gstPaise: quote.gstPaise,
      },
      withPasskey: payer.withPasskey,
      summary: `Pay ₹${textValues.amount} to ${payeeOf(order)}. ₹${plainRupees(ledger.totalOf(quote))} leaves your wallet${missingPaise === null ? "" : " once funds arrive"}.`,
      perHourMax: settings.payout_codes_per_hour,
    },
    (code) => sendCodeText("payout", mobile, { code, ...textValues }),
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
      missing: missingPaise === null ? null : inr(missingPaise),
      resend_after_seconds: limits.otpResendSeconds,
    },
  };
}

/** The payee in full, which a text has no room for. */
function payeeOf(order: PayoutOrder): string {
  const to =
    order.method === "upi" ? order.upi_id : `account ${order.account_number}, ${order.ifsc_code}`;
  return `${order.beneficiary_name} (${to})`;
}
