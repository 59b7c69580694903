import { expect, test } from "vitest";
import { paths } from "../paths.ts";
import { superAdminTitles } from "./super-admin-titles.ts";
import { addTitles, titleOf } from "./page-title.ts";
import { tenantTitles } from "./tenant-titles.ts";

test("the browser tab names the page, then the product", () => {
  expect(titleOf("/login")).toBe("Sign in · Rokad");
  addTitles(tenantTitles);
  addTitles(superAdminTitles);
  expect(titleOf("/dashboard/payouts/history")).toBe("Payout History · Rokad");
  expect(titleOf("/dashboard/payouts/0190b6a2-1")).toBe("Payout · Rokad");
  expect(titleOf("/dashboard/requests/0190b6a2-1")).toBe("Payment Request · Rokad");
  expect(titleOf("/dashboard/settings/team")).toBe("Team · Rokad");
  expect(titleOf("/account/sessions")).toBe("Sessions · Rokad");
  expect(titleOf("/login")).toBe("Sign in · Rokad");
  expect(titleOf("/super-admin/float")).toBe("Float · Rokad");
  expect(titleOf("/nowhere")).toBe("Rokad");
});

test("every page of a tenant has its own title", () => {
  expect(tenantTitles).toMatchObject(expected);
});

type Untitled = "home" | "signIn" | "terms" | "privacy" | "superAdmin";
const expected: Readonly<Record<(typeof paths)[Exclude<keyof typeof paths, Untitled>], string>> = {
  [paths.dashboard]: "Dashboard",
  [paths.wallet]: "Wallet",
  [paths.walletHistory]: "Wallet History",
  [paths.deposits]: "Deposit History",
  [paths.payouts]: "Payouts",
  [paths.payoutHistory]: "Payout History",
  [paths.payout]: "Payout",
  [paths.bulkPayouts]: "Bulk Payouts",
  [paths.bulkPayout]: "Batch",
  [paths.schedules]: "Schedules",
  [paths.schedule]: "Schedule",
  [paths.upcoming]: "Upcoming Payouts",
  [paths.requests]: "Payment Requests",
  [paths.request]: "Payment Request",
  [paths.approvalPolicy]: "Approval Policy",
  [paths.developers]: "Developers",
  [paths.beneficiaries]: "Beneficiaries",
  [paths.beneficiary]: "Beneficiary",
  [paths.reports]: "Reports",
  [paths.exports]: "Prepared Exports",
  [paths.bankAccounts]: "Bank Accounts",
  [paths.team]: "Team",
  [paths.sessions]: "Sessions",
  [paths.businesses]: "Businesses",
  [paths.notifications]: "Notifications",
};
