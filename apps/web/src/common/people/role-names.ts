import type { InstallationRole, TenantRole } from "@rokad/contract/roles";

export type TeamRole = TenantRole | InstallationRole;

const names: Record<TeamRole, string> = {
  owner: "Owner",
  preparer: "Preparer",
  approver: "Approver",
  viewer: "Viewer",
  accountant: "Accountant",
  developer: "Developer",
  operations: "Operations",
  finance: "Finance",
  support: "Support",
  auditor: "Auditor",
};

/** "Preparer". */
export function roleLabel(role: TeamRole): string {
  return names[role];
}

/** "Preparer, Viewer". */
export function describeRoles(roles: readonly TeamRole[]): string {
  return roles.map(roleLabel).join(", ");
}
