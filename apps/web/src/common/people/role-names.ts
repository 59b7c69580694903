import type { InstallationRole, TenantRole } from "@rokad/contract/roles";
import { t } from "../../language.ts";

export type TeamRole = TenantRole | InstallationRole;

const names: Record<TeamRole, string> = {
  owner: t`Owner`,
  preparer: t`Preparer`,
  approver: t`Approver`,
  viewer: t`Viewer`,
  accountant: t`Accountant`,
  developer: t`Developer`,
  operations: t`Operations`,
  finance: t`Finance`,
  support: t`Support`,
  auditor: t`Auditor`,
};

/** "Preparer". */
export function roleLabel(role: TeamRole): string {
  return names[role];
}

/** "Preparer, Viewer". */
export function describeRoles(roles: readonly TeamRole[]): string {
  return roles.map(roleLabel).join(", ");
}
