/** The errors of a call that texts the code which signs an act. */
export const codeErrors = [
  "OTP_TOO_SOON",
  "OTP_LIMIT_REACHED",
  "OTP_PAUSED",
  "SMS_NOT_SENT",
] as const;

/** The errors of a call that checks such a code. */
export const signErrors = [
  "OTP_INVALID",
  "OTP_EXPIRED",
  "OTP_TRIES_USED_UP",
  "OTP_PAUSED",
] as const;
