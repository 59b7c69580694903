/** With the header `Confirm-With: passkey`, instead of a text. */
export const passkeyErrors = ["PASSKEY_REQUIRED", "PASSKEYS_OFF", "NO_PASSKEY"] as const;

/** The errors of a call that texts a code to sign with. */
export const codeErrors = [
  "OTP_TOO_SOON",
  "TOO_MANY_REQUESTS",
  "OTP_LIMIT_REACHED",
  "OTP_PAUSED",
  "SMS_NOT_SENT",
  ...passkeyErrors,
] as const;

/** The errors of a call that checks this code. */
export const signErrors = [
  "OTP_INVALID",
  "OTP_EXPIRED",
  "OTP_TRIES_USED_UP",
  "OTP_PAUSED",
  "PASSKEY_REFUSED",
] as const;
