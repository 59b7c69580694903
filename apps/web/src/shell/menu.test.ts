import type { Feature } from "@rokad/contract/call";
import { permissions, type Permission } from "@rokad/contract/roles";
import { describe, expect, test } from "vitest";
import { paths } from "../paths.ts";
import { currentLabel, currentPath, isInGroup, menu, menuOf } from "./menu.ts";
import { addTitles } from "./page-title.ts";
import { tenantTitles } from "./tenant-titles.ts";

const groupsOpenAt = (pathname: string) =>
  menu.filter((entry) => isInGroup(entry, pathname)).map(({ label }) => label);

test("a group opens where the current path starts with its address [3.3]", () => {
  expect(groupsOpenAt("/dashboard")).toEqual([]);
  expect(groupsOpenAt("/dashboard/payouts")).toEqual(["Payouts"]);
  expect(groupsOpenAt("/dashboard/payouts/history")).toEqual(["Payouts"]);
  expect(groupsOpenAt("/dashboard/wallet/deposits")).toEqual(["Wallet"]);
  expect(groupsOpenAt("/dashboard/walletish")).toEqual([]);
});

describe("one entry is highlighted", () => {
  test.each([
    ["/dashboard", "/dashboard"],
    ["/dashboard/payouts", "/dashboard/payouts"],
    ["/dashboard/payouts/history", "/dashboard/payouts/history"],
    // A payout's page belongs to the history.
    ["/dashboard/payouts/0190b6a2-1", "/dashboard/payouts/history"],
    ["/dashboard/wallet/history", "/dashboard/wallet/history"],
    ["/dashboard/settings/whitelist-bank-accounts", "/dashboard/settings/whitelist-bank-accounts"],
  ])("at %s [3.10]", (pathname, entry) => {
    expect(currentPath(menu, pathname)).toBe(entry);
  });

  test("and none elsewhere", () => {
    expect(currentPath(menu, "/nowhere")).toBeUndefined();
  });
});

test("a super admin, who has no wallet, gets no wallet pages", () => {
  const user = { id: "1", name: "A", phone: "9000000001", features: [] };
  expect(menuOf({ ...user, role: "superadmin" }).map(({ label }) => label)).toEqual([
    "Dashboard",
    "Super Admin Console",
  ]);
});

test("only users with view_reports have Reports in the menu [14.4]", () => {
  const user = { id: "1", name: "A", phone: "9000000001", role: "retailer" as const, permissions };
  const others: Feature[] = ["bulk_payouts", "api_access"];
  expect(menuOf({ ...user, features: ["view_reports", ...others] })).toEqual(menu);
  expect(menuOf({ ...user, features: others })).toEqual(
    menu.filter(({ label }) => label !== "Reports"),
  );
});

test("only users with api_access who may integrate have Developers in the menu", () => {
  const user = { id: "1", name: "A", phone: "9000000001", role: "retailer" as const };
  const labelsOf = (features: Feature[], allowed: Permission[]) =>
    menuOf({ ...user, features, permissions: allowed }).map(({ label }) => label);
  expect(labelsOf(["api_access"], ["integrate"])).toEqual(["Developers"]);
  expect(labelsOf([], ["integrate"])).toEqual([]);
  expect(labelsOf(["api_access"], ["view"])).not.toContain("Developers");
});

test("only users with bulk_payouts have Bulk among the payouts", () => {
  const user = { id: "1", name: "A", phone: "9000000001", role: "retailer" as const, permissions };
  const pagesOf = (features: Feature[]) =>
    menuOf({ ...user, features }).find(({ label }) => label === "Payouts")?.pages ?? [];
  expect(pagesOf(["bulk_payouts"]).map(({ label }) => label)).toContain("Bulk");
  expect(pagesOf([]).map(({ label }) => label)).toEqual([
    "Initiate",
    "History",
    "Upcoming",
    "Schedules",
    "Beneficiaries",
  ]);
});

test("the header names the current section", () => {
  expect(currentLabel(menu, "/dashboard")).toBe("Dashboard");
  expect(currentLabel(menu, "/dashboard/wallet/deposits")).toBe("Wallet");
  expect(currentLabel(menu, "/dashboard/settings/whitelist-bank-accounts")).toBe("Bank Accounts");
  expect(currentLabel(menu, "/nowhere")).toBe("Menu");
  addTitles(tenantTitles);
  expect(currentLabel(menu, paths.sessions)).toBe("Sessions");
});

test("only who may change the team has Team in the menu", () => {
  const user = { id: "1", name: "A", phone: "9000000001", features: [], role: "retailer" as const };
  const labels = (held: (typeof permissions)[number][]) =>
    menuOf({ ...user, permissions: held }).map(({ label }) => label);
  expect(labels(["view", "manage_team"])).toContain("Team");
  expect(labels(["view", "prepare", "fund"])).not.toContain("Team");
});
