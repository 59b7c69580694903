import { limits } from "@rokad/contract/limits";

/** The message to a person whose codes are being guessed. */
export const guessedMessage = {
  title: "Wrong codes for your number",
  text: () =>
    `${limits.otpWrongTriesPerDayMax} wrong OTPs were entered within 24 hours. Further tries must wait. If it was not you, contact support`,
};
