import type { Call, Feature } from "@rokad/contract/call";
import type { Permission } from "@rokad/contract/roles";
import type { Membership, Role, User } from "@rokad/contract/sign-in";
import { useSyncExternalStore } from "react";
import { unsavedLanguageKey } from "../locale.ts";
import { paths } from "../paths.ts";
import { clearDestination, rememberDestination, takeDestination } from "./destination.ts";
import { clearRotation } from "./last-rotation.ts";
import { currentViewing, clearViewing } from "./viewing.ts";
import { clearActivity, markActive } from "./activity.ts";
import { clearSignOutReason, readSignOutReason, saveSignOutReason } from "./sign-out-reason.ts";
import {
  clearTokens,
  isMemoryKeyLost,
  readTokens,
  saveTokens,
  tokensWereRemoved,
} from "./tokens.ts";

/** Who is signed in, in browser storage as `auth-storage`; tokens.ts stores the tokens. */
const storageName = "auth-storage";
/** The code of every session that is over, which says nothing to the person. */
const unknownReason = "NOT_SIGNED_IN";
const listeners = new Set<() => void>();

/** The user of this browser; the server says what their roles permit with each `me`. */
export interface KnownUser extends User {
  permissions?: readonly Permission[];
  /** For whom they act, and in which roles; none for a super admin. */
  membership?: Membership | undefined;
}

// While a super admin views a tenant's console, the server names the user and nothing is stored.
let user: KnownUser | null = currentViewing() ? null : readStoredUser();

export function startSession(session: {
  access_token: string;
  refresh_token: string;
  user: User;
}): void {
  clearViewing();
  clearSignOutReason();
  markActive();
  saveTokens(session);
  user = null;
  saveUser(session.user);
}

/** Saves the user that the server returns: their features may have changed. */
export function saveUser(next: KnownUser): void {
  if (JSON.stringify(next) === JSON.stringify(user)) return;
  const isAnother = user !== null && user.id !== next.id;
  user = next;
  if (!currentViewing()) {
    localStorage.setItem(
      storageName,
      JSON.stringify({ state: { user, isAuthenticated: true }, version: 0 }),
    );
    // Another tab chose another business: what was entered here must not be paid from its wallet.
    if (isAnother) location.assign(paths.home);
  }
  for (const listener of listeners) listener();
}

export function clearSession(): void {
  clearTokens();
  clearViewing();
  clearRotation();
  clearActivity();
  localStorage.removeItem(storageName);
  user = null;
}

/**
 * Opens the sign-in with the reason. The same person then returns to this page.
 * @param code the server's error code.
 */
export function endSession(code = unknownReason, minutes?: number): void {
  // Closes the race with another request or tab, which learns the same end without its minutes.
  if (code !== unknownReason && readSignOutReason()?.code !== code)
    saveSignOutReason({ code, minutes });
  leaveForNow();
}

function leaveForNow(): void {
  // The first end of a session counts: after it nobody is known here, and the page would be anyone's.
  if (user !== null || readTokens() !== null)
    rememberDestination(location.pathname + location.search, user?.id);
  leave();
}

/**
 * Opens the business that the session acts for by now, with nothing of the last one in memory or
 * storage: its page that the sign-in interrupted, otherwise its home.
 */
export function openChosenBusiness(tenantId: string): void {
  localStorage.removeItem(storageName);
  location.assign(takeDestination(paths.home, tenantId));
}

/** After a sign-out: stores no page to return to. */
export function leaveSession(): void {
  clearDestination();
  clearSignOutReason();
  leave();
}

/** Loads the page again, so that no data of this user stays in memory for the next one. */
function leave(): void {
  clearSession();
  // Nor what they chose for their account.
  sessionStorage.removeItem(unsavedLanguageKey);
  if (location.pathname !== paths.signIn) location.assign(paths.signIn);
}

export function isSignedIn(): boolean {
  if (isMemoryKeyLost()) saveSignOutReason({ code: "KEY_LOST" });
  return readTokens() !== null;
}

export function useUser(): KnownUser | null {
  return useSyncExternalStore(subscribe, () => user);
}

export function hasFeature(person: User | null, feature: Feature): boolean {
  return person?.features.includes(feature) ?? false;
}

/** Whether the person's roles permit this. The server checks it too. */
export function may(person: KnownUser | null, permission: Permission): boolean {
  return person?.permissions?.includes(permission) ?? false;
}

/**
 * What these calls need: `NeedsOf<typeof pauseProvider>` is `"operate"`. Without a call it is `never`,
 * so a button can't name a permission that its call doesn't need.
 */
export type NeedsOf<C extends Call> = Call extends C ? never : NonNullable<C["needs"]>;

/**
 * Whether the signed-in person may start the calls: `useMay<typeof pauseProvider>("operate")`. A super
 * admin who views a tenant's console starts nothing there.
 */
export function useMay<C extends Call>(needs: NeedsOf<C>): boolean {
  return may(useUser(), needs) && !currentViewing();
}

export function hasRole(person: User | null, role: Role): boolean {
  return person?.role === role;
}

/** Whose drafts and keys this browser keeps: several people of a business may use it. */
export function personKey(): string {
  return user ? `${user.id}:${user.phone}` : "";
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Signs this tab out when another tab signs out. */
export function followOtherTabs(): void {
  addEventListener("storage", (event) => {
    if (tokensWereRemoved(event)) {
      if (!/^\/(dashboard|super-admin|account)/.test(location.pathname)) return;
      // With a reason the person did not sign out, so they may return to this page too.
      if (readSignOutReason()) leaveForNow();
      else leaveSession();
    } else if (event.key === storageName && !currentViewing()) {
      // Another user signed in: their predecessor's figures must not stay on the screen.
      const next = readStoredUser();
      if (next && next.id !== user?.id) location.assign(paths.home);
    }
  });
}

function readStoredUser(): KnownUser | null {
  try {
    const stored = JSON.parse(localStorage.getItem(storageName) ?? "null") as {
      state?: { user?: KnownUser };
    } | null;
    return stored?.state?.user ?? null;
  } catch {
    return null;
  }
}
