import { sql } from "kysely";
import { transaction, type Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { record } from "../../identity/audit/record.ts";
import { now } from "../../kernel/clock.ts";
import { invalidInput, notFound } from "../../kernel/errors.ts";
import type { Tenant } from "../../kernel/person.ts";
import { readableTypes } from "../events/readable-types.ts";
import { assertActive, lockEndpoint } from "./stored-endpoint.ts";

const resentMax = 100_000;
/** Events are numbered within seconds, so that their times are almost in the order of their versions. */
const disorderMs = 10 * 60_000;

interface Resend {
  readonly version?: number | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly delivered_too: boolean;
}

/**
 * Sends events to an endpoint again: one, or those of a time; also those for which there is no
 * delivery, because the endpoint was disabled or is newer.
 * @returns how many. @throws 400 for too many; 404; 409 `WEBHOOK_ENDPOINT_DISABLED`.
 */
export function resendWebhooks(tenant: Tenant, id: string, resend: Resend): Promise<number> {
  return transaction(async (db) => {
    const endpoint = await lockEndpoint(db, tenant, id);
    assertActive(endpoint);
    const resent =
      resend.version === undefined
        ? await resendRange(db, tenant, endpoint, resend)
        : await resendOne(db, tenant, endpoint, resend.version);
    if (resent === 0) return 0;
    await publishChange(db, [tenant.tenantId], ["webhook_endpoints"]);
    await record(db, {
      act: "webhook_endpoint.resent",
      by: tenant,
      subject: { kind: "webhook_endpoint", id },
      after: { url: endpoint.url, events: resent },
    });
    return resent;
  });
}

interface Endpoint {
  readonly id: string;
  readonly tenant_id: string;
  readonly types: string[];
  readonly up_to: bigint;
}

async function resendOne(db: Tx, tenant: Tenant, endpoint: Endpoint, version: number) {
  const resent = await insertAgain(db, tenant, endpoint, sql`version = ${version}`, true);
  if (resent === 0) throw notFound("This event");
  return resent;
}

async function resendRange(
  db: Tx,
  tenant: Tenant,
  endpoint: Endpoint,
  { from, to, delivered_too }: Resend,
) {
  const [start, end] = [new Date(from ?? 0), to === undefined ? now() : new Date(to)];
  if (end <= start) throw invalidInput({ to: "The end must be after the start" });
  const first = await findVersionAt(db, endpoint, new Date(start.getTime() - disorderMs));
  const range = sql`
    version >= ${first} and created_at >= ${start} and created_at <= ${end}
    and version <= ${endpoint.up_to}
    and case type
      when 'webhook.test' then subject_id = ${endpoint.id}
      else ${endpoint.types.length === 0} or type = any(${endpoint.types}::text[])
    end
  `;
  return insertAgain(db, tenant, endpoint, range, delivered_too);
}

/** The first version that was written at an instant or later, by halving. */
async function findVersionAt(
  db: Tx,
  { tenant_id: tenantId, up_to: upTo }: Endpoint,
  instant: Date,
): Promise<bigint> {
  let low = 1n;
  let high = upTo + 1n;
  while (low < high) {
    const middle = (low + high) / 2n;
    const row = await db
      .selectFrom("events")
      .select(["version", "created_at"])
      .where("tenant_id", "=", tenantId)
      .where("version", ">=", middle)
      .orderBy("version")
      .limit(1)
      .executeTakeFirst();
    if (!row || row.created_at >= instant) high = middle;
    else low = row.version + 1n;
  }
  return low;
}

/** A key sends again only what it may read. */
async function insertAgain(
  db: Tx,
  tenant: Tenant,
  { id, tenant_id: tenantId }: Endpoint,
  which: ReturnType<typeof sql>,
  deliveredToo: boolean,
): Promise<number> {
  const readable = readableTypes(tenant, undefined);
  const { numAffectedRows } = await sql`
    insert into webhook_deliveries as delivery (endpoint_id, version, tenant_id, due_at, created_at)
    select ${id}, version, tenant_id, ${now()}, ${now()}
    from events where tenant_id = ${tenantId} and ${which}
      ${readable ? sql`and type = any(${readable}::text[])` : sql``}
      ${
        deliveredToo
          ? sql``
          : sql`
            and not exists (
              select from webhook_deliveries as earlier
              where earlier.endpoint_id = ${id} and earlier.version = events.version
                and earlier.state = 'delivered'
            )
          `
      }
    order by version limit ${resentMax + 1}
    on conflict (endpoint_id, version) do update
      set state = 'waiting', due_at = excluded.due_at, tries = 0, finished_at = null
  `.execute(db);
  const resent = Number(numAffectedRows ?? 0n);
  if (resent > resentMax)
    throw invalidInput({ to: "These are more than 100,000 events: choose a shorter time" });
  return resent;
}
