import {
  Activity,
  BookCheck,
  Building2,
  ChartColumn,
  CircleQuestionMark,
  Coins,
  Database,
  FilePenLine,
  FileText,
  Inbox,
  Landmark,
  ListChecks,
  Plug,
  Scale,
  Settings,
  ShieldCheck,
  Users,
} from "lucide-react";
import { t } from "../super-admin-language.ts";
import { queueCount, SignatureCount } from "../common/work-queues/queue-count.tsx";
import { superAdminPaths } from "../paths.ts";
import type { Navigation } from "../shell/navigation.ts";

/** The specification's nine links, and Operations, Bank Accounts, Suspense, Adjustments, Books, Float, Reconciliation and Team. */
export const navigation: Navigation = {
  title: t`Super Admin Console`,
  heading: t`Admin Panel`,
  home: superAdminPaths.tenants,
  entries: [
    {
      label: t`Operations`,
      to: superAdminPaths.operations,
      icon: ListChecks,
      Count: SignatureCount,
    },
    {
      section: t`Tenants`,
      label: t`Tenant Management`,
      to: superAdminPaths.tenants,
      icon: Building2,
      Count: queueCount("closings"),
    },
    {
      label: t`Bank Accounts`,
      to: superAdminPaths.bankAccounts,
      icon: Landmark,
      Count: queueCount("bank_accounts"),
    },
    {
      section: t`Money in`,
      label: t`Deposit Approvals`,
      to: superAdminPaths.deposits,
      icon: Inbox,
      Count: queueCount("deposits"),
    },
    {
      label: t`Suspense`,
      to: superAdminPaths.suspense,
      icon: CircleQuestionMark,
      Count: queueCount("suspense"),
    },
    {
      label: t`Adjustments`,
      to: superAdminPaths.adjustments,
      icon: FilePenLine,
      Count: queueCount("adjustments"),
    },
    {
      section: t`Payouts`,
      label: t`Activity Monitor`,
      to: superAdminPaths.activity,
      icon: Activity,
      Count: queueCount("outcomes", "jobs"),
    },
    { label: t`Payment Gateway`, to: superAdminPaths.paymentGateway, icon: Plug },
    { label: t`Analytics`, to: superAdminPaths.analytics, icon: ChartColumn },
    {
      section: t`Control`,
      label: t`Books`,
      to: superAdminPaths.books,
      icon: BookCheck,
    },
    { label: t`Float`, to: superAdminPaths.float, icon: Coins },
    {
      label: t`Reconciliation`,
      to: superAdminPaths.reconciliation,
      icon: Scale,
      Count: queueCount("differences"),
    },
    { label: t`Reports`, to: superAdminPaths.reports, icon: FileText },
    {
      section: t`System`,
      label: t`System Settings`,
      to: superAdminPaths.settings,
      icon: Settings,
      Count: queueCount("changes"),
    },
    { label: t`Team`, to: superAdminPaths.team, icon: Users },
    { label: t`Security Logs`, to: superAdminPaths.security, icon: ShieldCheck },
    { label: t`Database`, to: superAdminPaths.database, icon: Database },
  ],
};
