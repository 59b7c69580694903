import {
  CodeXml,
  FileText,
  Landmark,
  LayoutDashboard,
  ListChecks,
  Send,
  ShieldCheck,
  Users,
  Wallet,
  type LucideIcon,
} from "lucide-react";
import type { ComponentType } from "react";
import type { Feature } from "@rokad/contract/call";
import type { Permission } from "@rokad/contract/roles";
import { t } from "../language.ts";
import { hasFeature, hasRole, may, type KnownUser } from "../api/session.ts";
import { WaitingCount } from "../common/approvals/waiting-count.tsx";
import { paths, type SuperAdminPage } from "../paths.ts";
import { pageName } from "./page-title.ts";

/** The console's menu, shown by the sidebar, the phone's sheet and the header's dropdown. */
export interface MenuEntry {
  /** Heads this entry and those after it. */
  section?: string;
  label: string;
  to: MenuPath;
  icon: LucideIcon;
  /** Shown only to users whose roles permit it; default: `view`. */
  needs?: Permission;
  /** Shown only to users with this feature. */
  feature?: Feature;
  /** Behind the label: a figure. */
  Count?: ComponentType;
  /** Pages under this one; the group opens where the current path starts with `to`. */
  pages?: readonly { label: string; to: MenuPath; feature?: Feature }[];
}

export type MenuPath =
  | Exclude<
      (typeof paths)[keyof typeof paths],
      | typeof paths.payout
      | typeof paths.bulkPayout
      | typeof paths.schedule
      | typeof paths.request
      | typeof paths.beneficiary
    >
  | SuperAdminPage;

export const menu: readonly MenuEntry[] = [
  { label: t`Dashboard`, to: paths.dashboard, icon: LayoutDashboard },
  {
    label: t`Payouts`,
    to: paths.payouts,
    icon: Send,
    pages: [
      { label: t`Initiate`, to: paths.payouts },
      { label: t`History`, to: paths.payoutHistory },
      { label: t`Upcoming`, to: paths.upcoming },
      { label: t`Schedules`, to: paths.schedules },
      { label: t`Beneficiaries`, to: paths.beneficiaries },
      { label: t`Bulk`, to: paths.bulkPayouts, feature: "bulk_payouts" },
    ],
  },
  { label: t`Requests`, to: paths.requests, icon: ListChecks, Count: WaitingCount },
  {
    label: t`Wallet`,
    to: paths.wallet,
    icon: Wallet,
    pages: [
      { label: t`Overview`, to: paths.wallet },
      { label: t`History`, to: paths.walletHistory },
      { label: t`Deposits`, to: paths.deposits },
    ],
  },
  {
    label: t`Reports`,
    to: paths.reports,
    icon: FileText,
    needs: "report",
    feature: "view_reports",
  },
  { label: t`Bank Accounts`, to: paths.bankAccounts, icon: Landmark },
  { label: t`Team`, to: paths.team, icon: Users, needs: "manage_team" },
  { label: t`Approval Policy`, to: paths.approvalPolicy, icon: ShieldCheck },
  {
    label: t`Developers`,
    to: paths.developers,
    icon: CodeXml,
    needs: "integrate",
    feature: "api_access",
  },
];

/** The pages that a user may open. A super admin has no wallet, so no wallet pages either. */
export function menuOf(user: KnownUser | null): readonly MenuEntry[] {
  if (hasRole(user, "superadmin")) {
    return [
      ...menu.filter(({ to }) => to === paths.dashboard),
      { label: t`Super Admin Console`, to: paths.superAdmin, icon: Landmark },
    ];
  }
  const isGranted = ({ feature }: { feature?: Feature }) => !feature || hasFeature(user, feature);
  return menu
    .filter((entry) => may(user, entry.needs ?? "view") && isGranted(entry))
    .map((entry) => (entry.pages ? { ...entry, pages: entry.pages.filter(isGranted) } : entry));
}

/** What a tenant's page needs, by its address. */
export function pageNeeds(pathname: string): Permission {
  if (pathname === paths.team) return "manage_team";
  if (pathname === paths.developers) return "integrate";
  return pathname === paths.reports || pathname === paths.exports ? "report" : "view";
}

/** For a link's `activeOptions`: the router marks a link as current on every page below its path too. */
export const exactMatch = { exact: true };

/** True for the group of the current page. */
export function isInGroup(entry: MenuEntry, pathname: string): boolean {
  return entry.pages?.some(({ to }) => pathname === to || pathname.startsWith(`${to}/`)) ?? false;
}

/** The path of the entry to highlight: the longest that the current path starts with. */
export function currentPath(entries: readonly MenuEntry[], pathname: string): string | undefined {
  // A payout's page belongs to the history.
  if (pathname.startsWith(`${paths.payouts}/`)) return paths.payoutHistory;
  return entries
    .flatMap((entry) => entry.pages ?? [entry])
    .map(({ to }) => to)
    .filter((to) => pathname === to || (to !== paths.dashboard && pathname.startsWith(`${to}/`)))
    .toSorted((a, b) => b.length - a.length)[0];
}

/** The label of the header's dropdown: the current section, or the name of a page in no menu. */
export function currentLabel(entries: readonly MenuEntry[], pathname: string): string {
  const group = entries.find((entry) => isInGroup(entry, pathname));
  if (group) return group.label;
  const current = currentPath(entries, pathname);
  return entries.find((entry) => entry.to === current)?.label ?? pageName(pathname) ?? t`Menu`;
}
