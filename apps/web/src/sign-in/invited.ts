import type { OwnInvitation } from "@rokad/contract/sign-in";

/** A person who signed in without a business, in this tab. */
export interface Invited {
  readonly invitation_token: string;
  readonly invitations: readonly OwnInvitation[];
}

const storageName = "invited";

export function saveInvited(invited: Invited): void {
  sessionStorage.setItem(storageName, JSON.stringify(invited));
}

export function isInvited(): boolean {
  return sessionStorage.getItem(storageName) !== null;
}

/** @throws without one: see `isInvited`. */
export function readInvited(): Invited {
  return JSON.parse(sessionStorage.getItem(storageName) ?? "") as Invited;
}

export function clearInvited(): void {
  sessionStorage.removeItem(storageName);
}
