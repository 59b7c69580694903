import { expect, test } from "vitest";
import { initialOf, nameOf, formatPhone, roleName } from "./person.ts";

test("shows a user by initial and name, or by the phone's last digits and 'User' [3.7, 5.7]", () => {
  expect(initialOf({ name: "rohan Mehta", phone: "9000000002" })).toBe("R");
  expect(initialOf({ name: "रोहन", phone: "9000000002" })).toBe("र");
  expect(initialOf({ name: "  ", phone: "9000000042" })).toBe("42");
  expect(nameOf({ name: "" })).toBe("User");
  expect(formatPhone("9000000002")).toBe("+91 90000 00002");
  expect(roleName({ role: "superadmin" })).toBe("Super Admin");
});
