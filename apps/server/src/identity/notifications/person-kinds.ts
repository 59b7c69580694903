import { limits } from "@rokad/contract/limits";
import type { PersonKind } from "@rokad/contract/notifications";
import type { KindEntry } from "./notification-kind.ts";

const security = { group: "Security", email: true, isUrgent: true } as const;
const sessionsPage = "/account/sessions";

/** The kinds about a person's own codes, sessions and addresses, for tenants and super admins. */
export const personKinds: Readonly<Record<PersonKind, KindEntry>> = {
  codes_guessed: {
    ...security,
    name: "Wrong OTPs for your number",
    isAlwaysTexted: true,
    page: sessionsPage,
    title: "Wrong OTPs for your number",
    text: () =>
      `${limits.otpWrongTriesPerDayMax} wrong OTPs were entered within 24 hours. Further tries must wait. If it was not you, contact support`,
  },
  signed_in_new_device: {
    ...security,
    name: "Sign-in on a new device",
    isAlwaysTexted: true,
    page: sessionsPage,
    title: "Signed in on a new device",
    text: ({ detail }) =>
      `${detail ?? ""}. If it was not you, sign it out in Sessions and contact support`,
  },
  session_stolen: {
    ...security,
    name: "A session used without its key",
    isAlwaysTexted: true,
    page: sessionsPage,
    title: "A session was ended",
    text: ({ detail }) =>
      `${detail ?? ""} tried to use it without its key. If it was not you, contact support`,
  },
  passkey_added: {
    ...security,
    name: "Passkey added",
    page: sessionsPage,
    title: "Passkey added",
    text: ({ detail }) =>
      `${detail ?? ""}. If it was not you, remove it in Sessions and contact support`,
  },
  passkey_removed: {
    ...security,
    name: "Passkey removed",
    page: sessionsPage,
    title: "Passkey removed",
    text: ({ detail }) => `${detail ?? ""}. If it was not you, contact support`,
  },
  passkey_copied: {
    ...security,
    name: "A passkey may have been copied",
    page: sessionsPage,
    title: "A passkey may have been copied",
    text: ({ detail }) =>
      `${detail ?? ""} was refused, because its counter went back. Remove it in Sessions and add a new one`,
  },
  email_changed: {
    ...security,
    name: "Changed e-mail address",
    isAlwaysTexted: true,
    page: "/account/notifications",
    title: "Your e-mail address was changed",
    text: ({ detail }) => `${detail ?? ""}. If it was not you, contact support`,
  },
  texts_limited: {
    group: "Account",
    name: "Limit of texts reached",
    email: false,
    page: "/account/notifications",
    title: "Texts are paused for this hour",
    text: () =>
      `${limits.chosenTextsPerHourMax} texts were sent this hour. What follows is here, and comes as one text afterwards`,
  },
};
