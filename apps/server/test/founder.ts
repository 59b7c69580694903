import type { Member } from "../src/kernel/person.ts";

/** Who acts for a business or as a super admin that a test makes by hand: the founder, who may do all. */
export function founderOf(id: string): { readonly id: string; readonly member: Member } {
  return { id, member: { id, name: "Test Founder", mobile: "9000000000", roles: ["owner"] } };
}
