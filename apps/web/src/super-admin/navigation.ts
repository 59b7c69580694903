import {
  Activity,
  Building2,
  ChartColumn,
  CircleQuestionMark,
  Coins,
  Database,
  FilePenLine,
  FileText,
  Inbox,
  Landmark,
  Plug,
  Scale,
  Settings,
  ShieldCheck,
  Users,
} from "lucide-react";
import { superAdminPaths } from "../paths.ts";
import type { Navigation } from "../shell/navigation.ts";

/** The specification's nine links, and Bank Accounts, Suspense, Adjustments, Float, Reconciliation and Team. */
export const navigation: Navigation = {
  title: "Super Admin Console",
  heading: "Admin Panel",
  home: superAdminPaths.tenants,
  entries: [
    { label: "Tenant Management", to: superAdminPaths.tenants, icon: Building2 },
    { label: "Deposit Approvals", to: superAdminPaths.deposits, icon: Inbox },
    { label: "Suspense", to: superAdminPaths.suspense, icon: CircleQuestionMark },
    { label: "Adjustments", to: superAdminPaths.adjustments, icon: FilePenLine },
    { label: "Bank Accounts", to: superAdminPaths.bankAccounts, icon: Landmark },
    { label: "System Settings", to: superAdminPaths.settings, icon: Settings },
    { label: "Analytics", to: superAdminPaths.analytics, icon: ChartColumn },
    { label: "Security Logs", to: superAdminPaths.security, icon: ShieldCheck },
    { label: "Database", to: superAdminPaths.database, icon: Database },
    { label: "Activity Monitor", to: superAdminPaths.activity, icon: Activity },
    { label: "Payment Gateway", to: superAdminPaths.paymentGateway, icon: Plug },
    { label: "Float", to: superAdminPaths.float, icon: Coins },
    { label: "Reconciliation", to: superAdminPaths.reconciliation, icon: Scale },
    { label: "Reports", to: superAdminPaths.reports, icon: FileText },
    { label: "Team", to: superAdminPaths.team, icon: Users },
  ],
};
