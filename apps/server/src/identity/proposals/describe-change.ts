import { database } from "../../database/db.ts";
import { assertNoneWaiting } from "./assert-none-waiting.ts";
import type { ControlledChange } from "./proposal.ts";

/**
 * What a super admin signs who proposes this change.
 * @throws 409 `PROPOSAL_WAITING`.
 */
export async function describeChange(
  change: ControlledChange,
  act = `Change ${change.title}`,
): Promise<string> {
  await assertNoneWaiting(database(), change);
  return act;
}
