import { database } from "../../database/db.ts";
import { findTenant } from "../../identity/people/tenant-queries.ts";
import type { SignedSummary } from "../../http/with-signature.ts";
import { decisionText } from "../../identity/signatures/signed-text.ts";
import { notFound } from "../../kernel/errors.ts";
import { rupees } from "../../kernel/money.ts";

/** What the assignment of a credit signs. @throws 404. */
export async function describeAssignment(id: string, tenantId: string): Promise<SignedSummary> {
  const tenant = await findTenant(database(), tenantId);
  const name = tenant?.name ?? "an unknown tenant";
  return describeCredit(
    id,
    `credit to ${name}`,
    (amount) => `Credit ${amount} from suspense to ${name}`,
  );
}

/**
 * What another act on a credit signs.
 * @param act what it does, for the text with the code.
 * @throws 404.
 */
export async function describeCredit(
  id: string,
  act: string,
  phrase: (amount: string) => string,
): Promise<SignedSummary> {
  const credit = await database()
    .selectFrom("incoming_credits")
    .select("amount_paise")
    .where("id", "=", id)
    .executeTakeFirst();
  if (!credit) throw notFound("This credit");
  const { amount_paise: paise } = credit;
  return { summary: phrase(rupees(paise)), text: decisionText(act, paise) };
}
