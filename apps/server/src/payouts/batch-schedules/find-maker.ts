import type { Feature } from "@rokad/contract/call";
import type { TenantRole } from "@rokad/contract/roles";
import { includesFeature } from "@rokad/contract/feature-permissions";
import { sql } from "kysely";
import type { Tx } from "../../database/db.ts";
import { accountInactive, ApiError, featureNotEnabled } from "../../kernel/errors.ts";
import { mayDo } from "../../kernel/permissions.ts";
import type { Tenant } from "../../kernel/person.ts";
import type { StoredBatchSchedule } from "./stored-batch-schedule.ts";

/** The person in whose name a batch is prepared can't prepare any more: someone else resumes it. */
export class MakerMissing extends ApiError {
  constructor(name: string) {
    super(
      403,
      "FORBIDDEN",
      `${name} can't prepare payouts any more. Resume it, and batches are prepared in your name.`,
    );
  }
}

/**
 * The maker of a schedule, as a member of the business of this moment.
 * @throws `MakerMissing`; 403 `ACCOUNT_INACTIVE`, `FEATURE_NOT_ENABLED`.
 */
export async function findMaker(
  db: Tx,
  { tenant_id: tenantId, maker_id: makerId }: StoredBatchSchedule,
): Promise<Tenant> {
  const { rows } = await sql<Row>`
    select business.id, business.name, business.mobile, business.role, business.features,
      business.allowed_providers, business.is_active, maker.name as maker_name,
      maker.mobile as maker_mobile, roles, disabled_at
    from tenants as business join people as maker on maker.id = ${makerId}
    left join memberships on tenant_id = business.id and person_id = maker.id
    where business.id = ${tenantId}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`There is no business ${tenantId}`);
  if (!row.is_active) throw accountInactive();
  if (!includesFeature(row.features, "bulk_payouts")) throw featureNotEnabled();
  const maker: Tenant = {
    tenantId: row.id,
    // No session: the product acts in the person's name.
    sessionId: makerId,
    name: row.name,
    mobile: row.mobile,
    role: row.role,
    features: row.features,
    allowedProviders: row.allowed_providers,
    member: {
      id: makerId,
      name: row.maker_name,
      mobile: row.maker_mobile,
      roles: row.roles ?? [],
    },
  };
  if (row.disabled_at || !mayDo(maker, "prepare")) throw new MakerMissing(row.maker_name);
  return maker;
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly mobile: string;
  readonly role: Tenant["role"];
  readonly features: readonly Feature[];
  readonly allowed_providers: Tenant["allowedProviders"];
  readonly is_active: boolean;
  readonly maker_name: string;
  readonly maker_mobile: string;
  readonly roles: readonly TenantRole[] | null;
  readonly disabled_at: Date | null;
}
