import type { Tx } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import { today } from "../../kernel/days.ts";
import type { Tenant } from "../../kernel/person.ts";
import { clientReferenceUsed } from "../initiate/client-reference.ts";
import type { ClientData } from "../initiate/key-order.ts";

/**
 * Stores which key prepared a payment request, and what the caller calls it. Requests of people
 * without a reference cost nothing.
 * @throws 409 `CLIENT_REFERENCE_USED`, also while the other request is in progress.
 */
export async function recordRequestOrder(
  db: Tx,
  person: Tenant,
  request: { readonly id: string; readonly amount_paise: bigint },
  { clientReference, metadata }: ClientData,
): Promise<void> {
  if (!person.apiKey && clientReference === null && metadata === null) return;
  const { numInsertedOrUpdatedRows: inserted } = await db
    .insertInto("api_orders")
    .values({
      id: request.id,
      kind: "request",
      tenant_id: person.tenantId,
      key_id: person.apiKey?.id ?? null,
      day: today(),
      amount_paise: request.amount_paise,
      client_reference: clientReference,
      metadata: metadata && JSON.stringify(metadata),
      created_at: now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (inserted === 0n) throw await clientReferenceUsed(db, person.tenantId, clientReference ?? "");
}
