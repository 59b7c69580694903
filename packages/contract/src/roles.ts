/* Who may do what: one table, which the server enforces before it reads a request's input. */

/** The roles of a person in a business; one person may have several. */
export const tenantRoles = [
  "owner",
  "preparer",
  "approver",
  "viewer",
  "accountant",
  "developer",
] as const;
export type TenantRole = (typeof tenantRoles)[number];

/** The roles of a super admin. */
export const installationRoles = ["owner", "operations", "finance", "support", "auditor"] as const;
export type InstallationRole = (typeof installationRoles)[number];

/**
 * What calls need, apart from the features of the business, which bound all of its members.
 * Tenants:
 * - `view`: wallet, payouts, deposits and bank accounts. Super admins: every page.
 * - `notifications`: those of the business, or of the installation.
 * - `prepare`: save beneficiaries, check a beneficiary's name, and prepare payment requests.
 * - `fund`: request deposits and add bank accounts.
 * - `pay`: send, withdraw and cancel, each payment confirmed with a code of one's own.
 * - `approve`: approve and reject payment requests that others prepared.
 * - `manage_policy`: the approval policy, and how much each person can approve or send.
 * - `report`: statements, GST summaries and exports.
 * - `integrate`: API keys and webhooks.
 * - `manage_team`: members and their roles, and the billing details.
 *
 * Super admins:
 * - `operate`: deposits, bank accounts, suspense, payout decisions, jobs and pauses.
 * - `finance`: settings about money, adjustments, own money, reconciliation and reports.
 * - `view_tenants`: open a tenant's console, read-only.
 * - `verify`: check the books and the audit log.
 * - `manage`: tenants, credentials, other settings and other people's sessions.
 */
export const permissions = [
  "view",
  "notifications",
  "prepare",
  "fund",
  "pay",
  "approve",
  "manage_policy",
  "report",
  "integrate",
  "manage_team",
  "operate",
  "finance",
  "view_tenants",
  "verify",
  "manage",
] as const;
export type Permission = (typeof permissions)[number];

type Table<R extends string> = Readonly<Record<R, readonly Permission[]>>;

/** Only an owner sends money alone; what a preparer requests is sent when others approve it. */
export const tenantPermissions: Table<TenantRole> = {
  owner: [
    "view",
    "notifications",
    "prepare",
    "fund",
    "pay",
    "approve",
    "manage_policy",
    "report",
    "integrate",
    "manage_team",
  ],
  preparer: ["view", "notifications", "prepare", "fund"],
  approver: ["view", "notifications", "approve"],
  viewer: ["view", "notifications", "report"],
  accountant: ["notifications", "report"],
  developer: ["integrate"],
};

export const installationPermissions: Table<InstallationRole> = {
  owner: ["view", "notifications", "operate", "finance", "view_tenants", "verify", "manage"],
  operations: ["view", "notifications", "operate"],
  finance: ["view", "notifications", "finance", "verify"],
  support: ["view", "notifications", "view_tenants"],
  auditor: ["view", "notifications", "verify"],
};

interface Holder {
  /** As in `User`: decides whether these are roles of a business or of the installation. */
  readonly role: "superadmin" | "operator" | "retailer";
  readonly roles: readonly string[];
}

/** What a person with these roles may do. */
export function permissionsOf({ role, roles }: Holder): Permission[] {
  const table = tableOf(role);
  return permissions.filter((permission) =>
    roles.some((name) => table[name]?.includes(permission)),
  );
}

/** The roles that give a permission, for the person who lacks it. */
export function rolesWith(permission: Permission, role: Holder["role"]): string[] {
  const table = tableOf(role);
  return Object.keys(table).filter((name) => table[name]?.includes(permission));
}

function tableOf(role: Holder["role"]): Readonly<Record<string, readonly Permission[]>> {
  return role === "superadmin" ? installationPermissions : tenantPermissions;
}
