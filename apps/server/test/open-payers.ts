import { featureIds } from "@rokad/contract/call";
import type { PayoutOrder } from "@rokad/contract/payout-form";
import { database } from "../src/db.ts";
import { newId } from "../src/ids.ts";
import { orderDigest, signAuthorisation } from "../src/payouts/authorisation.ts";
import { issueAccessToken } from "../src/sign-in/access-token.ts";
import { fundedTenants } from "./funded-tenants.ts";

export interface OpenPayer {
  readonly id: string;
  readonly token: string;
}

/** Tenants with a lakh of rupees each and an open session, for servers in processes of their own. */
export async function openPayers(count: number): Promise<OpenPayer[]> {
  const ids = await fundedTenants(count, 1_00_000_00n, featureIds);
  return Promise.all(
    ids.map(async (id) => {
      const session = newId();
      await database()
        .insertInto("sessions")
        .values({
          id: session,
          person_id: id,
          created_at: new Date(),
          last_seen_at: new Date(),
          expires_at: new Date(Date.now() + 60 * 60_000),
        })
        .execute();
      return { id, token: issueAccessToken({ id: session, personId: id }) };
    }),
  );
}

/** What initiates the payout, as after a code that was right: the default fee and its GST. */
export function authorised(payer: OpenPayer, order: PayoutOrder) {
  const authorization_token = signAuthorisation({
    personId: payer.id,
    orderDigest: orderDigest(order),
    feePaise: 500n,
    gstPaise: 90n,
  });
  return { ...order, authorization_token };
}
