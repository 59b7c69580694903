import { expect, test } from "vitest";
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
  expect(titleOf("/super-admin/float")).toBe("Float · Rokad");
  expect(titleOf("/nowhere")).toBe("Rokad");
});
