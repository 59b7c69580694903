import { database } from "../../database/db.ts";
import type { SignedSummary } from "../../http/with-signature.ts";
import { signedText } from "../signatures/signed-text.ts";
import { assertNoneWaiting } from "./assert-none-waiting.ts";
import type { ControlledChange } from "./proposal.ts";

/**
 * What a super admin signs who proposes this change. The text with the code has room for the title.
 * @param what the change with its values.
 * @throws 409 `PROPOSAL_WAITING`.
 */
export async function describeChange(
  change: ControlledChange,
  verb = "Change",
  what = change.title,
): Promise<SignedSummary> {
  await assertNoneWaiting(database(), change);
  return { summary: `${verb} ${what}`, text: signedText(`${verb} ${change.title}`) };
}
