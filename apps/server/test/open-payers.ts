import { featureIds } from "@rokad/contract/call";
import type { PayoutOrder } from "@rokad/contract/payout-form";
import { database } from "../src/database/db.ts";
import { newId } from "../src/kernel/ids.ts";
import { orderDigest, signAuthorisation } from "../src/payouts/initiate/authorisation.ts";
import { issueAccessToken } from "../src/identity/sign-in/access-token.ts";
import { createFundedTenants } from "./funded-tenants.ts";

export interface OpenPayer {
  readonly id: string;
  readonly token: string;
}

/** Creates tenants with ₹1,00,000 and an open session each, for servers in other processes. */
export async function openPayers(count: number): Promise<OpenPayer[]> {
  const ids = await createFundedTenants(count, 1_00_000_00n, featureIds);
  return Promise.all(
    ids.map(async (id) => {
      const session = newId();
      await database()
        .insertInto("sessions")
        .values({
          id: session,
          person_id: id,
          tenant_id: id,
          created_at: new Date(),
          last_seen_at: new Date(),
          expires_at: new Date(Date.now() + 60 * 60_000),
        })
        .execute();
      return { id, token: issueAccessToken({ id: session, personId: id }, 60) };
    }),
  );
}

/** Adds the authorisation token that a correct code would give, for the default fee and GST. */
export function withAuthorisation(payer: OpenPayer, order: PayoutOrder) {
  const authorization_token = signAuthorisation({
    personId: payer.id,
    orderDigest: orderDigest(order),
    feePaise: 500n,
    gstPaise: 90n,
  });
  return { ...order, authorization_token };
}
