import { database } from "../../database/db.ts";
import { findTenant } from "../../identity/people/tenant-queries.ts";
import { notFound } from "../../kernel/errors.ts";
import { rupees } from "../../kernel/money.ts";

/** What the assignment of a credit signs. @throws 404. */
export async function describeAssignment(id: string, tenantId: string): Promise<string> {
  const tenant = await findTenant(database(), tenantId);
  return describeCredit(
    id,
    (amount) => `Credit ${amount} from suspense to ${tenant?.name ?? "an unknown tenant"}`,
  );
}

/** What another act on a credit signs. @throws 404. */
export async function describeCredit(
  id: string,
  phrase: (amount: string) => string,
): Promise<string> {
  const credit = await database()
    .selectFrom("incoming_credits")
    .select("amount_paise")
    .where("id", "=", id)
    .executeTakeFirst();
  if (!credit) throw notFound("This credit");
  return phrase(rupees(credit.amount_paise));
}
