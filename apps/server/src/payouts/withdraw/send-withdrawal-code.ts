import { limits } from "@rokad/contract/limits";
import type { WithdrawalForm } from "@rokad/contract/withdrawals";
import { rupeesToPaise } from "@rokad/money/rupees";
import { database } from "../../database/db.ts";
import { tenantClosing, insufficientForWithdrawal, invalidInput } from "../../kernel/errors.ts";
import { productName } from "../../identity/settings/read-branding.ts";
import { readSettings } from "../../identity/settings/settings.ts";
import { findClosing } from "../../identity/people/closing-queries.ts";
import { sendCode } from "../../identity/sign-in/send-code.ts";
import { sendCodeText } from "../../identity/sms/send-code-text.ts";
import { formatPayee } from "../../identity/sms/write-text.ts";
import { inr, plainRupees } from "../../kernel/money.ts";
import type { Tenant } from "../../kernel/person.ts";
import * as ledger from "../../ledger/ledger.ts";
import { orderDigest } from "../initiate/authorisation.ts";
import { assertCanPay } from "../initiate/payout-lock.ts";
import { chooseProvider } from "../send/choose-provider.ts";
import { payerOfWithdrawal } from "./payer-of-withdrawal.ts";
import { findWithdrawalAccount, withdrawalOrder } from "./withdrawal-order.ts";

/**
 * Texts the tenant a code for this withdrawal only; the text names amount and account. Rejects a
 * withdrawal that can't succeed before it sends a code.
 * @throws 400 for another mobile or account than the tenant's, 409 `TENANT_CLOSING`, 422
 *   `BANK_ACCOUNT_NOT_APPROVED`, `INSUFFICIENT_BALANCE`, `AMOUNT_ABOVE_CAP`, 429 for too many
 *   codes or `PAYOUTS_LOCKED`, 503 `SMS_NOT_SENT`.
 */
export async function sendWithdrawalCode(tenant: Tenant, mobile: string, form: WithdrawalForm) {
  if (mobile !== tenant.member.mobile) {
    throw invalidInput({ mobile: "The OTP can only be sent to your own registered mobile number" });
  }
  await assertCanPay(tenant);
  if ((await findClosing(database(), [tenant.tenantId])).has(tenant.tenantId))
    throw tenantClosing();
  const settings = await readSettings();
  const amountPaise = rupeesToPaise(form.amount);
  chooseProvider(payerOfWithdrawal(tenant), "imps", amountPaise, settings);
  const account = await findWithdrawalAccount(database(), tenant, form.bank_account);
  const { availablePaise } = await ledger.balance(database(), tenant.tenantId);
  if (availablePaise < amountPaise) throw insufficientForWithdrawal();
  const order = await withdrawalOrder(database(), tenant, account, form.amount);
  const textValues = {
    product: await productName(),
    amount: plainRupees(amountPaise),
    beneficiary: formatPayee({
      name: account.holder,
      to: { accountNumber: account.accountNumber },
    }),
  };
  await sendCode(
    {
      purpose: "payout",
      mobile,
      personId: tenant.member.id,
      holder: { sessionId: tenant.sessionId },
      order: { digest: orderDigest(order, tenant), feePaise: 0n, gstPaise: 0n },
      withPasskey: tenant.withPasskey,
      summary: `Withdraw ₹${textValues.amount} to ${account.holder} (account ${account.accountNumber}, ${order.ifsc_code}).`,
      perHourMax: settings.payout_codes_per_hour,
    },
    (code) => sendCodeText("payout", mobile, { code, ...textValues }),
  );
  return {
    message: "OTP sent successfully!",
    data: { amount: inr(amountPaise), resend_after_seconds: limits.otpResendSeconds },
  };
}
