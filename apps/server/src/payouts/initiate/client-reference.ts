import type { Db } from "../../database/db.ts";
import { ApiError } from "../../kernel/errors.ts";

/** The error that names the payout or payment request that has a client reference. */
export async function clientReferenceUsed(
  db: Db,
  tenantId: string,
  reference: string,
): Promise<ApiError> {
  const first = await findReference(db, tenantId, reference);
  const what = first?.kind === "request" ? "payment request" : "payout";
  return new ApiError(
    409,
    "CLIENT_REFERENCE_USED",
    `Another ${what} has the client_reference ${reference}: ${first?.id ?? "it is in progress"}.`,
    { fields: { client_reference: "Already used", ...(first && { id: first.id }) } },
  );
}

/** @throws 409 `CLIENT_REFERENCE_USED`. */
export async function assertReferenceUnused(
  db: Db,
  tenantId: string,
  reference: string | null,
): Promise<void> {
  if (reference !== null && (await findReference(db, tenantId, reference)))
    throw await clientReferenceUsed(db, tenantId, reference);
}

function findReference(db: Db, tenantId: string, reference: string) {
  return db
    .selectFrom("api_orders")
    .select(["id", "kind"])
    .where("tenant_id", "=", tenantId)
    .where("client_reference", "=", reference)
    .executeTakeFirst();
}
