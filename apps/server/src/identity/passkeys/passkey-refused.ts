import { ApiError } from "../../kernel/errors.ts";

/** One error for every wrong answer: it does not say what was wrong, or whose passkey it was. */
export const passkeyRefused = () =>
  new ApiError(
    400,
    "PASSKEY_REFUSED",
    "This passkey could not be verified. Try again, or use an OTP.",
    { fields: { otp: "This passkey could not be verified. Try again, or use an OTP." } },
  );
