/**
 * The keys and account names for each provider and SMS gateway: the name in `.env`, and the label
 * for people.
 */
export const credentialGroups = {
  RazorpayX: {
    RAZORPAYX_KEY_ID: "Key ID",
    RAZORPAYX_KEY_SECRET: "Key secret",
    RAZORPAYX_ACCOUNT_NUMBER: "Account number",
    RAZORPAYX_WEBHOOK_SECRET: "Webhook secret",
  },
  Cashfree: {
    CASHFREE_CLIENT_ID: "Client ID",
    CASHFREE_CLIENT_SECRET: "Client secret",
    CASHFREE_VERIFICATION_CLIENT_ID: "Client ID of Secure ID",
    CASHFREE_VERIFICATION_CLIENT_SECRET: "Client secret of Secure ID",
    CASHFREE_PG_CLIENT_ID: "Client ID of Payment Gateway",
    CASHFREE_PG_CLIENT_SECRET: "Client secret of Payment Gateway",
  },
  MSG91: {
    MSG91_AUTH_KEY: "Auth key",
  },
  Twilio: {
    TWILIO_ACCOUNT_SID: "Account SID",
    TWILIO_AUTH_TOKEN: "Auth token",
    TWILIO_FROM: "Sender",
  },
  "Mail server": {
    SMTP_USER: "User",
    SMTP_PASSWORD: "Password",
  },
} as const;

type NamesOf<Group> = Group extends unknown ? keyof Group : never;
export type CredentialName = NamesOf<(typeof credentialGroups)[keyof typeof credentialGroups]>;

export const credentialNames = Object.values(credentialGroups).flatMap(
  (group) => Object.keys(group) as CredentialName[],
);
