import type { PayoutSource } from "@rokad/contract/approval-policies";
import type { RequestState } from "@rokad/contract/request-states";
import { sql, type Selectable } from "kysely";
import type { Tx } from "../../database/db.ts";
import { decrypt } from "../../database/encryption/encrypt.ts";
import type { PaymentRequests } from "../../database/tables.generated.ts";
import { ApiError, notFound } from "../../kernel/errors.ts";
import type { Step } from "../approval-policies/policy.ts";
import type { RequestedOrder } from "../initiate/initiation.ts";

/** A payment request as the database stores it. */
export interface StoredRequest extends Omit<Selectable<PaymentRequests>, "steps"> {
  readonly state: RequestState;
  readonly source: PayoutSource;
  readonly method: "upi" | "imps";
  readonly steps: readonly Step[];
}

/** What a request's encrypted column holds. */
export interface StoredOrder {
  readonly order: RequestedOrder;
  /** Random, so that nobody can guess an account number against the content hash. */
  readonly nonce: string;
}

export function decryptOrder({
  id,
  order_encrypted: encrypted,
}: Pick<StoredRequest, "id" | "order_encrypted">): StoredOrder {
  return JSON.parse(decrypt("payment request", id, encrypted)) as StoredOrder;
}

/**
 * Locks these requests of a tenant in the order of their ids, so that two approvals of several can't
 * deadlock. Whatever changes a request locks it first; the wallet is locked after it.
 */
export async function lockRequests(
  db: Tx,
  tenantId: string,
  ids: readonly string[],
): Promise<Map<string, StoredRequest>> {
  const { rows } = await sql<StoredRequest>`
    select * from payment_requests
    where tenant_id = ${tenantId} and id = any(${ids}::uuid[]) order by id for update
  `.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** @throws 404, also for another tenant's. */
export async function lockRequest(db: Tx, tenantId: string, id: string): Promise<StoredRequest> {
  const request = (await lockRequests(db, tenantId, [id])).get(id);
  if (!request) throw notFound("This payment request");
  return request;
}

/** Says what a request is that can't take this act any more. */
export function alreadyDecided({ state, payout_id: payoutId }: StoredRequest): ApiError {
  const what = payoutId ? "sent" : state.replace("_", " ");
  return new ApiError(409, "ALREADY_DECIDED", `This payment request is already ${what}.`);
}

export const requestChanged = () =>
  new ApiError(
    409,
    "REQUEST_CHANGED",
    "This payment request changed since you read it. Check it again.",
  );

/** @throws 409 `REQUEST_CHANGED` unless this is the hash of the current revision. */
export function assertContent(request: StoredRequest, contentHash: string): void {
  if (request.content_hash.toString("hex") !== contentHash) throw requestChanged();
}
