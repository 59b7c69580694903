import type { SmsKind, SmsTemplate } from "./sms-text.ts";

/** The default texts. Their template ids come from the environment. */
export const standardTexts: Readonly<Record<SmsKind, Pick<SmsTemplate, "text" | "variables">>> = {
  sign_in: {
    text: "{#numeric#} is your {#alphanumeric#} sign-in code. It is valid for 5 minutes. Do not share it with anyone.",
    variables: ["code", "product"],
  },
  payout: {
    text: "{#numeric#} is your OTP to pay Rs.{#alphanumeric#} to {#alphanumeric#}. Do not share it with anyone.",
    variables: ["code", "amount", "beneficiary"],
  },
  signature: {
    text: "{#numeric#} is your OTP to sign: {#alphanumeric#}. Do not share it with anyone.",
    variables: ["code", "decision"],
  },
  decision: {
    text: "{#numeric#} is your OTP to sign: {#alphanumeric#}, Rs.{#alphanumeric#}. Do not share it with anyone.",
    variables: ["code", "decision", "amount"],
  },
  approval: {
    text: "{#numeric#} is your OTP to approve a payout of Rs.{#alphanumeric#} to {#alphanumeric#}. Do not share it with anyone.",
    variables: ["code", "amount", "beneficiary"],
  },
  approvals: {
    text: "{#numeric#} is your OTP to approve {#numeric#} payouts of Rs.{#alphanumeric#} in total, the first to {#alphanumeric#}. Do not share it with anyone.",
    variables: ["code", "count", "amount", "beneficiary"],
  },
  payout_lock: {
    text: "Payouts of your {#alphanumeric#} account are locked until {#alphanumeric#} after 10 wrong OTPs. If it was not you, contact support.",
    variables: ["product", "until"],
  },
  new_device: {
    text: "New sign-in to your {#alphanumeric#} account with {#alphanumeric#}. If it was not you, sign out all devices and contact support.",
    variables: ["product", "device"],
  },
  session_stolen: {
    text: "We ended a session of your {#alphanumeric#} account on {#alphanumeric#}: another device tried to use it. If it was not you, contact support.",
    variables: ["product", "time"],
  },
  codes_guessed: {
    text: "10 wrong OTPs were entered for your {#alphanumeric#} account, the last on {#alphanumeric#}. If it was not you, contact support.",
    variables: ["product", "time"],
  },
  email_changed: {
    text: "The e-mail address of your {#alphanumeric#} account was changed on {#alphanumeric#}. If it was not you, contact support.",
    variables: ["product", "time"],
  },
  payouts_failed: {
    text: "Failed payouts of your {#alphanumeric#} account: {#numeric#}, together Rs.{#alphanumeric#}, refunded to your wallet.",
    variables: ["product", "count", "amount"],
  },
  payouts_paid: {
    text: "Large payouts of your {#alphanumeric#} account: {#numeric#}, together Rs.{#alphanumeric#}. If it was not you, contact support.",
    variables: ["product", "count", "amount"],
  },
  requests_waiting: {
    text: "Payments of your {#alphanumeric#} account wait for your approval: {#numeric#}, together Rs.{#alphanumeric#}.",
    variables: ["product", "count", "amount"],
  },
  invitation: {
    text: "{#alphanumeric#} invites you to its team on {#alphanumeric#}. Sign in with this mobile number within 7 days to join.",
    variables: ["business", "product"],
  },
};
