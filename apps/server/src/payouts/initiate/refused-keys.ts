import { limits } from "@rokad/contract/limits";
import type { ErrorCode } from "@rokad/contract/error-codes";
import { sql } from "kysely";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import type { Tx } from "../../database/db.ts";
import { prepared } from "../../database/prepared-statements.ts";
import { columnList, unnestRows } from "../../database/unnest-rows.ts";
import { ApiError } from "../../kernel/errors.ts";
import type { Initiation } from "./initiation.ts";

export interface RefusedKey {
  readonly requestDigest: Buffer;
  readonly error: ApiError;
}

/** The refusals of these idempotency keys that still hold, by `person key`. */
export async function findRefusedKeys(
  db: Tx,
  list: readonly Initiation[],
): Promise<Map<string, RefusedKey>> {
  const keys = list.flatMap(({ payerId, idempotencyKey }) =>
    idempotencyKey === undefined ? [] : [{ tenant_id: payerId, key: idempotencyKey }],
  );
  if (keys.length === 0) return new Map();
  const { rows } = await sql<{
    tenant_id: string;
    key: string;
    order_digest: Buffer;
    status: number;
    code: ErrorCode;
    message: string;
    fields: Record<string, string>;
  }>`
    ${prepared} select tenant_id, key, order_digest, status, code, message, fields
    from ${unnestRows("keys", { tenant_id: "uuid", key: "text" }, keys)}
    join refused_payout_keys using (tenant_id, key)
    where refused_until >= ${now()}
  `.execute(db);
  return new Map(
    rows.map((row) => [
      `${row.tenant_id} ${row.key}`,
      {
        requestDigest: row.order_digest,
        error: new ApiError(row.status, row.code, row.message, { fields: row.fields }),
      },
    ]),
  );
}

/**
 * Stores refusals with an idempotency key until no authorisation of this moment can be valid any
 * more. The first request may be held up in the network and arrive after its repeat was refused;
 * the client has read the refusal as final.
 */
export async function recordRefusedKeys(
  db: Tx,
  refusals: readonly (readonly [Initiation, ApiError])[],
): Promise<void> {
  const until = secondsFromNow(limits.otpLifeSeconds);
  const rows = refusals.flatMap(([initiation, error]) => {
    const { payerId, idempotencyKey, requestDigest, batchId, scheduleId, isFunding } = initiation;
    const decidesItself = batchId !== undefined || scheduleId !== undefined || isFunding;
    // A batch, a schedule and the queue for funds decide themselves whether they try again.
    return idempotencyKey === undefined || decidesItself
      ? []
      : [
          {
            tenant_id: payerId,
            key: idempotencyKey,
            order_digest: requestDigest,
            status: error.status,
            code: error.code,
            message: error.message,
            fields: JSON.stringify(error.fields ?? {}),
          },
        ];
  });
  if (rows.length === 0) return;
  await sql`
    insert into refused_payout_keys (${columnList(columns)}, refused_until)
    select *, ${until}::timestamptz from ${unnestRows("refused", columns, rows)}
    on conflict (tenant_id, key) do update
    set order_digest = excluded.order_digest, status = excluded.status, code = excluded.code,
      message = excluded.message, fields = excluded.fields, refused_until = excluded.refused_until
  `.execute(db);
}

const columns = {
  tenant_id: "uuid",
  key: "text",
  order_digest: "bytea",
  status: "int",
  code: "text",
  message: "text",
  fields: "jsonb",
} as const;
