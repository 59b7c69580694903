import { superAdminPaths } from "../paths.ts";
import { expiryByThisClock } from "./tokens.ts";

/**
 * A super admin's look into a tenant's console. It is this tab's alone, so it lies in the tab's
 * own storage: other tabs, and the super admin's session, go on as they were.
 */
export interface Viewing {
  readonly id: string;
  readonly accessToken: string;
  readonly tenantName: string;
  /** Where the server says that it ends, for the eye. */
  readonly endsAt: string;
  /** The same by this browser's clock. */
  readonly endsAtMs: number;
}

const storageName = "viewing";
const overName = "viewing-over";
let viewing = readStored();

/** The view that this tab shows; it can't change without the page being loaded anew. */
export function currentViewing(): Viewing | null {
  return viewing;
}

/** Shows the tenant's console in this tab: a full page load, so that nothing of before stays. */
export function startViewing(
  answer: { id: string; access_token: string; ends_at: string; tenant: { name: string } },
  address: string,
): void {
  const started: Viewing = {
    id: answer.id,
    accessToken: answer.access_token,
    tenantName: answer.tenant.name,
    endsAt: answer.ends_at,
    endsAtMs:
      expiryByThisClock(answer.access_token, Date.now()) ?? new Date(answer.ends_at).getTime(),
  };
  sessionStorage.setItem(storageName, JSON.stringify(started));
  location.assign(address);
}

/** Back to the super admin's own console, which says whose view is over. */
export function leaveViewing(): void {
  if (viewing) sessionStorage.setItem(overName, viewing.tenantName);
  // In memory it stays until the page is gone: an answer that comes meanwhile is the tenant's.
  sessionStorage.removeItem(storageName);
  location.assign(superAdminPaths.tenants);
}

export function forgetViewing(): void {
  sessionStorage.removeItem(storageName);
  viewing = null;
}

/** Whose view was over before this page was loaded; told once. */
export function takeViewingOver(): string | null {
  const name = sessionStorage.getItem(overName);
  sessionStorage.removeItem(overName);
  return name;
}

function readStored(): Viewing | null {
  try {
    return JSON.parse(sessionStorage.getItem(storageName) ?? "null") as Viewing | null;
  } catch {
    return null;
  }
}
