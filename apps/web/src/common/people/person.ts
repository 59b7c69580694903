import type { Role, User } from "@rokad/contract/sign-in";
import { t } from "../../language.ts";

const roleNames: Record<Role, string> = {
  operator: t`Operator`,
  retailer: t`Retailer`,
  superadmin: t`Super Admin`,
};

export function roleName({ role }: Pick<User, "role">): string {
  return roleNames[role];
}

/** "R" for Rohan; the phone's last two digits without a name. */
export function initialOf({ name, phone }: Pick<User, "name" | "phone">): string {
  return [...name.trim()][0]?.toUpperCase() ?? phone.slice(-2);
}

export function nameOf({ name }: Pick<User, "name">): string {
  return name.trim() || t`User`;
}

/** "+91 90000 00002". */
export function formatPhone(phone: string): string {
  return `+91 ${phone.slice(0, 5)} ${phone.slice(5)}`;
}
