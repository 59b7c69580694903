// The guarantee: who would be refused on saving a setting can't edit it.
import { permissionsOf, type InstallationRole } from "@rokad/contract/roles";
import { expect, test } from "vitest";
import { mayChange } from "./may-change.ts";

const keys = ["fee_paise", "low_balance_hours", "supplier_gstin", "session_days", "sign_in_sms"];

test.each<[InstallationRole, string[]]>([
  ["owner", keys],
  ["finance", ["fee_paise", "low_balance_hours", "supplier_gstin"]],
  ["operations", []],
  ["auditor", []],
])("the role %s may change %j", (role, changeable) => {
  const holder = { role: "superadmin" as const, roles: [role] };
  const person = { id: "1", name: "Ravi", phone: "9000000001", features: [], ...holder };
  const permissions = permissionsOf(holder);
  expect(keys.filter((key) => mayChange({ ...person, permissions }, key as never))).toEqual(
    changeable,
  );
});
