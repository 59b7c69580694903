import type { TenantRole } from "@rokad/contract/roles";

const names: Record<TenantRole, string> = {
  owner: "Owner",
  preparer: "Preparer",
  approver: "Approver",
  viewer: "Viewer",
  accountant: "Accountant",
  developer: "Developer",
};

/** "Preparer, Viewer". */
export function describeRoles(roles: readonly TenantRole[]): string {
  return roles.map((role) => names[role]).join(", ");
}
