import { isReading, type Call, type Feature } from "@rokad/contract/call";
import type { CallPermission } from "./call-permissions.ts";

/** The expected error, or null when the call reaches its handler. */
type ExpectedError = [status: number, code: string] | null;

const notSignedIn: ExpectedError = [401, "NOT_SIGNED_IN"];
const forbidden: ExpectedError = [403, "FORBIDDEN"];
const withoutSession = (permission: CallPermission): ExpectedError =>
  permission === "anyone" ? null : notSignedIn;

/** The expected error of each caller, by the call's line. */
export const expectedErrors = {
  "no token": withoutSession,
  "a forged token": withoutSession,
  "an expired token": withoutSession,
  "a deactivated tenant": withoutSession,
  "an ended session": withoutSession,
  "a retailer without features": (permission: CallPermission): ExpectedError => {
    if (permission.startsWith("superadmin") || isForKeys(permission)) return forbidden;
    return featureOf(permission) ? [403, "FEATURE_NOT_ENABLED"] : null;
  },
  "an operator": (permission: CallPermission): ExpectedError =>
    permission.startsWith("superadmin") || isForKeys(permission) ? forbidden : null,
  "a super admin": (permission: CallPermission): ExpectedError =>
    permission.startsWith("tenant") || isForKeys(permission) ? forbidden : null,
  "a super admin who views a tenant": (permission: CallPermission, call: Call): ExpectedError => {
    if (permission === "anyone") return null;
    if (permission.startsWith("superadmin") || isForKeys(permission)) return forbidden;
    return isReading(call) ? null : [403, "READ_ONLY_VIEW"];
  },
} as const;

function isForKeys(permission: CallPermission): boolean {
  return permission.startsWith("key");
}

function featureOf(permission: CallPermission): Feature | undefined {
  return /^tenant with (\w+)/.exec(permission)?.[1] as Feature | undefined;
}

/** The roles of a call's line; undefined if any role may. */
export function rolesOf(permission: CallPermission): readonly string[] | undefined {
  return permission.split(": ")[1]?.split(" ");
}

/** The expected error of a person with one role, in a business with all features or as a super admin. */
export function expectedErrorOf(
  permission: CallPermission,
  kind: "tenant" | "superadmin",
  role: string,
): ExpectedError {
  const [who = ""] = permission.split(": ");
  if (who.startsWith("key")) return forbidden;
  const isOther = kind === "tenant" ? who.startsWith("superadmin") : who.startsWith("tenant");
  if (isOther) return forbidden;
  return rolesOf(permission)?.includes(role) === false ? forbidden : null;
}
