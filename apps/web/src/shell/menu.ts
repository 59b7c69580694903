import { FileText, Landmark, LayoutDashboard, Send, Wallet, type LucideIcon } from "lucide-react";
import type { Feature } from "@rokad/contract/call";
import type { User } from "@rokad/contract/sign-in";
import { hasFeature, hasRole } from "../api/session.ts";
import { paths, type superAdminPaths } from "../paths.ts";

/** The console's menu, once: the sidebar, the phone's sheet and the header's dropdown all draw it. */
export interface MenuEntry {
  label: string;
  to: MenuPath;
  icon: LucideIcon;
  /** Shown only to people who have it. */
  feature?: Feature;
  /** Pages under this one; the group opens where the current path starts with `to`. */
  pages?: readonly { label: string; to: MenuPath }[];
}

export type MenuPath =
  | Exclude<(typeof paths)[keyof typeof paths], typeof paths.payout>
  | (typeof superAdminPaths)[keyof typeof superAdminPaths];

export const menu: readonly MenuEntry[] = [
  { label: "Dashboard", to: paths.dashboard, icon: LayoutDashboard },
  {
    label: "Payouts",
    to: paths.payouts,
    icon: Send,
    pages: [
      { label: "Initiate", to: paths.payouts },
      { label: "History", to: paths.payoutHistory },
    ],
  },
  {
    label: "Wallet",
    to: paths.wallet,
    icon: Wallet,
    pages: [
      { label: "Overview", to: paths.wallet },
      { label: "History", to: paths.walletHistory },
      { label: "Deposits", to: paths.deposits },
    ],
  },
  { label: "Reports", to: paths.reports, icon: FileText, feature: "view_reports" },
  { label: "Bank Accounts", to: paths.bankAccounts, icon: Landmark },
];

/** What somebody may open: a super admin has no wallet, so no pages of one either. */
export function menuOf(user: User | null): readonly MenuEntry[] {
  if (hasRole(user, "superadmin")) {
    return [
      ...menu.filter(({ to }) => to === paths.dashboard),
      { label: "Super Admin Console", to: paths.superAdmin, icon: Landmark },
    ];
  }
  return menu.filter(({ feature }) => !feature || hasFeature(user, feature));
}

/** True for the group in which the current page lies. */
export function isInGroup(entry: MenuEntry, pathname: string): boolean {
  return (
    entry.pages !== undefined && (pathname === entry.to || pathname.startsWith(`${entry.to}/`))
  );
}

/** The path of the entry to highlight: the longest that the current path starts with. */
export function currentPath(entries: readonly MenuEntry[], pathname: string): string | undefined {
  // One payout's page is a line of the history, looked at closely.
  if (pathname.startsWith(`${paths.payouts}/`)) return paths.payoutHistory;
  return entries
    .flatMap((entry) => entry.pages ?? [entry])
    .map(({ to }) => to)
    .filter((to) => pathname === to || (to !== paths.dashboard && pathname.startsWith(`${to}/`)))
    .toSorted((a, b) => b.length - a.length)[0];
}

/** What the header's dropdown says: where one is. */
export function currentLabel(entries: readonly MenuEntry[], pathname: string): string {
  const group = entries.find((entry) => isInGroup(entry, pathname));
  if (group) return group.label;
  const current = currentPath(entries, pathname);
  return entries.find((entry) => entry.to === current)?.label ?? "Menu";
}
