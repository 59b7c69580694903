import type { NotificationChoices } from "@rokad/contract/notification-choices";

export interface ChoicesProps {
  choices: NotificationChoices;
  onChanged: () => void;
}

/** Sends a code to a new address; null removes the address. */
export type ChangeEmail = (email: string | null) => Promise<void>;
