import type { SettingKey } from "@rokad/contract/setting-rules";
import { smsKinds } from "@rokad/contract/sms-text";
import { formatMoney } from "@rokad/money/format";
import { money } from "@rokad/money/money";
import { percentOf } from "@rokad/money/rupees";
import { inWords } from "./setting-text.ts";

export type Values = Readonly<Partial<Record<SettingKey, unknown>>>;

/**
 * What changes mean for people, a sentence each, so that whoever saves knows what they do.
 * @param before every setting as it stands
 * @param after those that are to change
 */
export function meaningOf(before: Values, after: Values): string[] {
  const now = { ...before, ...after };
  const sentences: (string | false)[] = [
    ("fee_paise" in after || "gst_percent" in after) && costSentence(before, now),
    ...(["upi", "imps"] as const).map((method) => {
      const key = `${method}_payout_paise_max` as const;
      return (
        key in after &&
        `${method.toUpperCase()} payouts above ${inWords(key, now[key])} will be refused before a code is sent.`
      );
    }),
    "second_approval_above_paise" in after && approvalSentence(now.second_approval_above_paise),
    "monthly_target_paise" in after &&
      `Every tenant's dashboard will measure the month against ${inWords("monthly_target_paise", now.monthly_target_paise)}.`,
    "receiving_account" in after &&
      (now.receiving_account === null
        ? "Tenants will be told to ask where to transfer."
        : "Tenants see this account at once where they add funds, and will transfer to it. Compare every digit with the bank's own paper."),
    ...(["primary", "alternative"] as const).map((rail) => {
      const key = `${rail}_provider` as const;
      return (
        key in after &&
        `The next payout over “${rail}” goes to ${inWords(key, now[key])}. What was sent before is still asked about where it was sent.`
      );
    }),
    "product_name" in after &&
      `People see “${String(now.product_name)}” when they load a page next, on statements and receipts, and in sign-in texts. A text template that is registered with operators may have to be registered anew.`,
    ("terms" in after || "privacy" in after) &&
      "Anybody can read it from the sign-in page, as it stands from now on.",
    ...smsKinds.map(
      (kind) =>
        `${kind}_sms` in after &&
        `The next code of this kind goes out in these words. Unless operators and gateway have registered them to the letter, nobody gets it.`,
    ),
    "dlt_header" in after &&
      typeof now.dlt_header === "string" &&
      `MSG91 is asked to send as ${now.dlt_header}. Twilio sends as TWILIO_FROM says.`,
    "session_days" in after &&
      `Whoever signs in from now on stays signed in for ${inWords("session_days", now.session_days)}. Sessions that are open keep their end.`,
    "sign_in_codes_per_hour" in after &&
      `A number that has had ${inWords("sign_in_codes_per_hour", now.sign_in_codes_per_hour)} waits until the oldest is an hour old.`,
    "payout_codes_per_hour" in after &&
      `A tenant can confirm at most ${String(now.payout_codes_per_hour)} payouts an hour in the console.`,
    "account_checks_per_hour" in after &&
      (now.account_checks_per_hour === 0
        ? "No bank is asked for names any more; payouts say that the name could not be checked."
        : `Banks are asked for names at most ${String(now.account_checks_per_hour)} times an hour for one tenant.`),
    "code_calls_per_address_per_hour" in after &&
      "Everybody behind one network address shares this count, codes that are asked for and codes that are entered.",
  ];
  return sentences.filter((sentence) => sentence !== false);
}

const example = 100_00n;

function costSentence(before: Values, now: Values): string | false {
  const next = costOf(now);
  if (!next) return false;
  const today = costOf(before);
  const was = today && ` Today it is ${rupees(today.total)}.`;
  return `The next payout of ${rupees(example)} will take ${rupees(next.total)} from the wallet: ${rupees(next.fee)} fee and ${rupees(next.gst)} GST on it.${was ?? ""} Payouts whose code was sent before cost what their payer was told.`;
}

function costOf({ fee_paise: feePaise, gst_percent: percent }: Values) {
  // What is stored may be unreadable; then there is no today.
  if (!Number.isSafeInteger(feePaise) || typeof percent !== "number") return undefined;
  const fee = BigInt(Number(feePaise));
  const gst = percentOf(fee, percent);
  return { fee, gst, total: example + fee + gst };
}

function approvalSentence(above: unknown): string {
  return above === null
    ? "The approval of one super admin will be enough for every deposit."
    : `Deposits above ${inWords("second_approval_above_paise", above)} will need the approval of two super admins.`;
}

function rupees(paise: bigint): string {
  return formatMoney(money(Number(paise)));
}
