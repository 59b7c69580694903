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
import { queueCount, SignatureCount } from "../common/work-queues/queue-count.tsx";
import { superAdminPaths } from "../paths.ts";
import type { Navigation } from "../shell/navigation.ts";

/** The specification's nine links, and Operations, Bank Accounts, Suspense, Adjustments, Books, Float, Reconciliation and Team. */
export const navigation: Navigation = {
  title: "Super Admin Console",
  heading: "Admin Panel",
  home: superAdminPaths.tenants,
  entries: [
    {
      label: "Operations",
      to: superAdminPaths.operations,
      icon: ListChecks,
      Count: SignatureCount,
    },
    {
      section: "Tenants",
      label: "Tenant Management",
      to: superAdminPaths.tenants,
      icon: Building2,
      Count: queueCount("closings"),
    },
    {
      label: "Bank Accounts",
      to: superAdminPaths.bankAccounts,
      icon: Landmark,
      Count: queueCount("bank_accounts"),
    },
    {
      section: "Money in",
      label: "Deposit Approvals",
      to: superAdminPaths.deposits,
      icon: Inbox,
      Count: queueCount("deposits"),
    },
    {
      label: "Suspense",
      to: superAdminPaths.suspense,
      icon: CircleQuestionMark,
      Count: queueCount("suspense"),
    },
    {
      label: "Adjustments",
      to: superAdminPaths.adjustments,
      icon: FilePenLine,
      Count: queueCount("adjustments"),
    },
    {
      section: "Payouts",
      label: "Activity Monitor",
      to: superAdminPaths.activity,
      icon: Activity,
      Count: queueCount("outcomes", "jobs"),
    },
    { label: "Payment Gateway", to: superAdminPaths.paymentGateway, icon: Plug },
    { label: "Analytics", to: superAdminPaths.analytics, icon: ChartColumn },
    {
      section: "Control",
      label: "Books",
      to: superAdminPaths.books,
      icon: BookCheck,
    },
    { label: "Float", to: superAdminPaths.float, icon: Coins },
    {
      label: "Reconciliation",
      to: superAdminPaths.reconciliation,
      icon: Scale,
      Count: queueCount("differences"),
    },
    { label: "Reports", to: superAdminPaths.reports, icon: FileText },
    {
      section: "System",
      label: "System Settings",
      to: superAdminPaths.settings,
      icon: Settings,
      Count: queueCount("changes"),
    },
    { label: "Team", to: superAdminPaths.team, icon: Users },
    { label: "Security Logs", to: superAdminPaths.security, icon: ShieldCheck },
    { label: "Database", to: superAdminPaths.database, icon: Database },
  ],
};
