import * as z from "zod/mini";

/** An OTP, or the proof of a passkey that confirmed the same act instead. */
export const otpOrPasskey = z
  .string({ error: "OTP is required" })
  .check(
    z.minLength(1, { error: "OTP is required", abort: true }),
    z.regex(/^([0-9]{6}|pk_[A-Za-z0-9_-]{43})$/, "OTP must be 6 digits"),
  );
