import { limits } from "@rokad/contract/limits";
import type { PersonKind } from "@rokad/contract/notifications";

interface Message {
  readonly title: string;
  readonly text: (row: { readonly detail: string | null }) => string;
}

/** The titles and texts about a person's own codes and sessions, for tenants and super admins. */
export const personMessages: Readonly<Record<PersonKind, Message>> = {
  codes_guessed: {
    title: "Wrong OTPs for your number",
    text: () =>
      `${limits.otpWrongTriesPerDayMax} wrong OTPs were entered within 24 hours. Further tries must wait. If it was not you, contact support`,
  },
  signed_in_new_device: {
    title: "Signed in on a new device",
    text: ({ detail }) =>
      `${detail ?? ""}. If it was not you, sign it out in Sessions and contact support`,
  },
  passkey_added: {
    title: "Passkey added",
    text: ({ detail }) =>
      `${detail ?? ""}. If it was not you, remove it in Sessions and contact support`,
  },
  passkey_removed: {
    title: "Passkey removed",
    text: ({ detail }) => `${detail ?? ""}. If it was not you, contact support`,
  },
  passkey_copied: {
    title: "A passkey may have been copied",
    text: ({ detail }) =>
      `${detail ?? ""} was refused, because its counter went back. Remove it in Sessions and add a new one`,
  },
  session_stolen: {
    title: "A session was ended",
    text: ({ detail }) =>
      `${detail ?? ""} tried to use it without its key. If it was not you, contact support`,
  },
};
