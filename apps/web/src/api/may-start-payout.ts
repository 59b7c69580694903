import type { User } from "@rokad/contract/sign-in";
import { hasFeature, may } from "./session.ts";
import { currentViewing } from "./viewing.ts";

/** Whether the person sends payouts, or prepares them for others to approve; never in a view. */
export function mayStartPayout(person: User | null): boolean {
  return !currentViewing() && may(person, "prepare") && hasFeature(person, "create_payout");
}
