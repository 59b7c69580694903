import { limits } from "@rokad/contract/limits";
import type { PlatformConfig } from "@rokad/contract/platform";
import type { Config } from "../../kernel/config.ts";
import { inr } from "../../kernel/money.ts";
import {
  readReceivingAccounts,
  type ReceivingAccount,
} from "../receiving-accounts/read-receiving-accounts.ts";
import { readScheduledChanges } from "../receiving-accounts/read-scheduled-changes.ts";
import { readSettings } from "./settings.ts";

const paise = (amount: number) => inr(BigInt(amount));

/** Fees and limits, and whether SMS and payouts go to the sandbox. */
export async function readPlatformConfig(config: Config): Promise<PlatformConfig> {
  const [settings, accounts, changes] = await Promise.all([
    readSettings(),
    readReceivingAccounts(),
    readScheduledChanges(),
  ]);
  const offered = accounts.filter(({ isActive }) => isActive);
  const first = offered.find(({ isDefault }) => isDefault);
  return {
    txn_fees: paise(settings.fee_paise),
    gst_percent: settings.gst_percent,
    monthly_target: paise(settings.monthly_target_paise),
    limits: {
      deposit: { min: paise(limits.depositPaiseMin), max: paise(limits.depositPaiseMax) },
      payout: {
        upi: { min: paise(limits.payoutPaiseMin), max: paise(settings.upi_payout_paise_max) },
        imps: { min: paise(limits.payoutPaiseMin), max: paise(settings.imps_payout_paise_max) },
      },
      otp_resend_seconds: limits.otpResendSeconds,
    },
    receiving_account: first ? asReceivingAccount(first) : null,
    receiving_accounts: offered.map((account) => ({
      id: account.id,
      label: account.label,
      is_default: account.isDefault,
      ...asReceivingAccount(account),
    })),
    receiving_account_changes: changes.map(({ name, at }) => ({
      name,
      takes_effect_at: at.toISOString(),
    })),
    sandbox: {
      sms: config.smsProvider === "sandbox",
      provider: [settings.primary_provider, settings.alternative_provider].includes("sandbox"),
    },
  };
}

function asReceivingAccount(account: ReceivingAccount) {
  return {
    account_holder_name: account.holderName,
    account_number: account.accountNumber,
    ifsc_code: account.ifscCode,
    bank_name: account.bankName,
    branch_name: account.branchName,
  };
}
