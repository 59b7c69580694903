import { superAdminPaths } from "../paths.ts";
import { expiryByThisClock } from "./tokens.ts";

/**
 * A super admin's read-only view of a tenant's console. Session storage limits it to this tab: other
 * tabs and the super admin's own session are unchanged.
 */
export interface Viewing {
  readonly id: string;
  readonly accessToken: string;
  readonly tenantName: string;
  /** When the view ends by the server's clock, to display. */
  readonly endsAt: string;
  /** The same by this browser's clock, to count down. */
  readonly endsAtMs: number;
}

const storageName = "viewing";
const endedName = "viewing-over";
let viewing = readStored();

/** The view of this tab; it changes only with a page load. */
export function currentViewing(): Viewing | null {
  return viewing;
}

/** Shows the tenant's console in this tab. A full page load clears all earlier data. */
export function startViewing(
  answer: { id: string; access_token: string; ends_at: string; tenant: { name: string } },
  address: string,
): void {
  const next: Viewing = {
    id: answer.id,
    accessToken: answer.access_token,
    tenantName: answer.tenant.name,
    endsAt: answer.ends_at,
    endsAtMs:
      expiryByThisClock(answer.access_token, Date.now()) ?? new Date(answer.ends_at).getTime(),
  };
  sessionStorage.setItem(storageName, JSON.stringify(next));
  location.assign(address);
}

/** Returns to the super admin's console, which names the tenant whose view ended. */
export function leaveViewing(): void {
  if (viewing) sessionStorage.setItem(endedName, viewing.tenantName);
  // It stays in memory until the page unloads: answers until then are the tenant's.
  sessionStorage.removeItem(storageName);
  location.assign(superAdminPaths.tenants);
}

export function clearViewing(): void {
  sessionStorage.removeItem(storageName);
  viewing = null;
}

/** Returns and removes the tenant name of a view that ended before this page load. */
export function takeEndedViewing(): string | null {
  const name = sessionStorage.getItem(endedName);
  sessionStorage.removeItem(endedName);
  return name;
}

function readStored(): Viewing | null {
  try {
    return JSON.parse(sessionStorage.getItem(storageName) ?? "null") as Viewing | null;
  } catch {
    return null;
  }
}
