import type { SessionKind } from "@rokad/contract/notifications";

interface Message {
  readonly title: string;
  readonly text: (row: { readonly detail: string | null }) => string;
}

/** The titles and texts about a person's own sessions, for tenants and super admins. */
export const sessionMessages: Readonly<Record<SessionKind, Message>> = {
  signed_in_new_device: {
    title: "Signed in on a new device",
    text: ({ detail }) =>
      `${detail ?? ""}. If it was not you, sign it out in Sessions and contact support`,
  },
  session_stolen: {
    title: "A session was ended",
    text: ({ detail }) =>
      `${detail ?? ""} tried to use it without its key. If it was not you, contact support`,
  },
};
