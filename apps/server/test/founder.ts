import type { Member, SuperAdmin } from "../src/kernel/person.ts";

/** Who acts for a business that a test makes by hand: the founder, who may do all. */
export function founderOf(tenantId: string) {
  return { tenantId, sessionId: tenantId, member: memberOf(tenantId) };
}

/** A super admin that a test makes by hand. */
export function adminOf(id: string): SuperAdmin {
  return { role: "superadmin", sessionId: id, member: memberOf(id) };
}

const memberOf = (id: string): Member => ({
  id,
  name: "Test Founder",
  mobile: "9000000000",
  roles: ["owner"],
});
