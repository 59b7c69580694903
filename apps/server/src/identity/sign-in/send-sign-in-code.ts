import { limits } from "@rokad/contract/limits";
import type { ExpressionBuilder } from "kysely";
import { database } from "../../database/db.ts";
import type { DB } from "../../database/tables.generated.ts";
import { networkOf } from "../../kernel/network.ts";
import { productName } from "../settings/read-branding.ts";
import { findInvitedPerson } from "../people/invitations.ts";
import { readSettings } from "../settings/settings.ts";
import { simulateSend } from "../sms/simulate-send.ts";
import { sendCodeText } from "../sms/send-code-text.ts";
import { enforceHourlyLimit } from "../rate-limit.ts";
import type { IssuedCode } from "./issue-code.ts";
import { sendCodeAfterAnswer } from "./send-code.ts";

/** A browser that is not signed in: its secret and its address. */
interface Requester {
  readonly browser: string;
  readonly address: string;
}

/**
 * Issues a sign-in code for this browser, and sends it after the answer. Nothing here asks whether
 * the number has an account, so the answer can't tell.
 * @throws 429 for too many codes or wrong tries, 503 `SMS_NOT_SENT` when too many texts failed.
 */
export async function sendSignInCode(mobile: string, holder: Requester) {
  const settings = await readSettings();
  await enforceHourlyLimit(
    database(),
    `codes from ${networkOf(holder.address)}`,
    settings.code_calls_per_address_per_hour,
  );
  await sendCodeAfterAnswer(
    {
      purpose: "sign_in",
      mobile,
      personId: null,
      holder,
      perHourMax: settings.sign_in_codes_per_hour,
    },
    (issued) => sendToOwner(mobile, issued),
  );
  return {
    message: "OTP sent successfully!",
    data: { resend_after_seconds: limits.otpResendSeconds },
  };
}

/** Sends the code to the number's owner. For a number without an account, it fails as a send would. */
async function sendToOwner(mobile: string, { id, code }: IssuedCode): Promise<void> {
  const known = await database()
    .selectFrom("people")
    .select("id")
    .where("mobile", "=", mobile)
    .where((eb) =>
      eb.or([
        eb.not(eb.exists(memberships(eb).where("closed_at", "is not", null))),
        eb.exists(memberships(eb).where("closed_at", "is", null).where("disabled_at", "is", null)),
      ]),
    )
    .executeTakeFirst();
  const personId = known?.id ?? (await findInvitedPerson(database(), mobile));
  if (personId === undefined) return simulateSend();
  await database()
    .updateTable("one_time_codes")
    .set({ person_id: personId })
    .where("id", "=", id)
    .execute();
  await sendCodeText("sign_in", mobile, { code, product: await productName() });
}

/** Who belonged to closed businesses only has no account any more. */
function memberships(eb: ExpressionBuilder<DB, "people">) {
  return eb
    .selectFrom("memberships")
    .innerJoin("tenants", "tenants.id", "tenant_id")
    .select("tenant_id")
    .whereRef("memberships.person_id", "=", "people.id");
}
