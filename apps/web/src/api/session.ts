import type { Feature } from "@rokad/contract/call";
import type { Role, User } from "@rokad/contract/sign-in";
import { useSyncExternalStore } from "react";
import { paths } from "../paths.ts";
import { forgetDestination, rememberDestination } from "./destination.ts";
import { forgetTrade } from "./last-trade.ts";
import { currentViewing, forgetViewing } from "./viewing.ts";
import { clearTokens, readTokens, saveTokens, tokensWereRemoved } from "./tokens.ts";

/** Who is signed in. Kept in browser storage as `auth-storage`; the tokens lie beside it. */
const storageName = "auth-storage";
const listeners = new Set<() => void>();
// Whose console a super admin only looks at is told by the server, and is nobody's in storage.
let user: User | null = currentViewing() ? null : readStoredUser();

export function startSession(session: {
  access_token: string;
  refresh_token: string;
  user: User;
}): void {
  forgetViewing();
  saveTokens(session);
  keepUser(session.user);
}

/** Notes what the server says now of the person: a feature may have come or gone. */
export function keepUser(next: User): void {
  if (JSON.stringify(next) === JSON.stringify(user)) return;
  user = next;
  if (!currentViewing()) {
    localStorage.setItem(
      storageName,
      JSON.stringify({ state: { user, isAuthenticated: true }, version: 0 }),
    );
  }
  for (const listener of listeners) listener();
}

export function clearSession(): void {
  clearTokens();
  forgetViewing();
  forgetTrade();
  localStorage.removeItem(storageName);
  user = null;
}

/** The server no longer knows this session: to the sign-in, and back here afterwards. */
export function endSession(): void {
  rememberDestination(location.pathname + location.search);
  leave();
}

/** The person signed out: nothing is remembered. */
export function leaveSession(): void {
  forgetDestination();
  leave();
}

/** A full page load, so that nothing of this person stays in memory for the next one. */
function leave(): void {
  clearSession();
  if (location.pathname !== paths.signIn) location.assign(paths.signIn);
}

export function isSignedIn(): boolean {
  return readTokens() !== null;
}

export function useUser(): User | null {
  return useSyncExternalStore(subscribe, () => user);
}

export function hasFeature(person: User | null, feature: Feature): boolean {
  return person?.features.includes(feature) ?? false;
}

export function hasRole(person: User | null, role: Role): boolean {
  return person?.role === role;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Follows what other tabs do: a sign-out there ends this tab's session too. */
export function followOtherTabs(): void {
  addEventListener("storage", (event) => {
    if (tokensWereRemoved(event)) {
      if (
        location.pathname.startsWith("/dashboard") ||
        location.pathname.startsWith("/super-admin")
      )
        leaveSession();
    } else if (event.key === storageName && !currentViewing()) {
      // Someone else's figures must not stay on the screen.
      const next = readStoredUser();
      if (next && next.id !== user?.id) location.assign(paths.home);
    }
  });
}

function readStoredUser(): User | null {
  try {
    const stored = JSON.parse(localStorage.getItem(storageName) ?? "null") as {
      state?: { user?: User };
    } | null;
    return stored?.state?.user ?? null;
  } catch {
    return null;
  }
}
