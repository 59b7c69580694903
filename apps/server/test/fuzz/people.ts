import { randomBytes } from "node:crypto";
import type { Feature } from "@rokad/contract/call";
import { featureIds } from "@rokad/contract/call";
import { sql } from "kysely";
import { addMember } from "../../src/identity/members/add-member.ts";
import { createSuperAdmin } from "../../src/identity/people/create-super-admin.ts";
import { createBeneficiary } from "../../src/payouts/beneficiaries/save-beneficiary.ts";
import { addBankAccount } from "../../src/money-in/bank-accounts/add-bank-account.ts";
import { approveBankAccount } from "../../src/money-in/bank-accounts/review-bank-account.ts";
import { database, transaction } from "../../src/database/db.ts";
import { initiateDeposit } from "../../src/money-in/deposits/initiate-deposit.ts";
import { approveDeposit } from "../../src/money-in/deposits/approve-deposit.ts";
import { newId } from "../../src/kernel/ids.ts";
import { orderDigest, signAuthorisation } from "../../src/payouts/initiate/authorisation.ts";
import { initiatePayout } from "../../src/payouts/initiate-by-form.ts";
import { issueAccessToken } from "../../src/identity/sign-in/access-token.ts";
import type { SuperAdmin, Tenant } from "../../src/kernel/person.ts";
import { openTenant } from "../../src/tenants/accounts/open-tenant.ts";
import { impsOrder, upiOrder } from "../forms.ts";
import { adminOf, founderOf } from "../founder.ts";
import { createPrograms, programs } from "./programs.ts";

/** The kinds of caller. */
export const personas = [
  "anonymous",
  "retailer",
  "operator",
  "neighbour",
  "admin",
  "viewer",
  "approver",
  ...programs,
] as const;
export type Persona = (typeof personas)[number];

/** Marks the victim's data. It must not appear, in any case, in a response to others or in the log. */
export const canary = "zqcanary";
const dayMinutes = 24 * 60;
/** The charges in every payout authorisation that the fuzzer signs. */
export const charges = { feePaise: 500n, gstPaise: 90n };

export type People = Awaited<ReturnType<typeof openPeople>>;

/**
 * Creates the callers, and a victim: a tenant that sends no request and whose data is all canaries.
 * Uses the product's own functions on an open database.
 */
export async function openPeople() {
  const boss = await newSuperAdmin("9149150001");
  const second = await newSuperAdmin("9149150002");
  const operator = await newTenant("Fuzz Operator", "9149150003", featureIds, boss);
  const neighbour = await newTenant("Fuzz Neighbour", "9149150004", featureIds, boss);
  const retailer = await newTenant("Fuzz Retailer", "9149150005", [], boss);
  const victim = await newTenant("Zqcanary Holdings", "9149150006", featureIds, boss);
  const deactivated = await newTenant("Fuzz Deactivated", "9149150007", featureIds, boss);
  await createCanaryPayouts(victim);
  const { secrets, invalidSecrets, tenantIds, keyIds } = await createPrograms({
    operator,
    neighbour,
    victim,
    deactivated,
  });

  // A member of the operator's business, who approves what others prepare.
  const approver = await transaction((db) =>
    addMember(db, null, operator.tenantId, {
      mobile: "9149150008",
      name: "Fuzz Approver",
      roles: ["approver"],
    }),
  );

  const sessions: string[] = [];
  async function tokenOf(personId: string, tenantId?: string): Promise<string> {
    const id = await newSession(personId, tenantId);
    sessions.push(id);
    return issueAccessToken({ id, personId }, dayMinutes);
  }
  const viewing = newId();
  await sql`
    insert into viewings (id, session_id, tenant_id, reason, created_at, ends_at)
    values (${viewing}, ${await newSession(second.member.id)}, ${operator.tenantId}, 'Fuzz', now(),
      now() + interval '2 days')
  `.execute(database());
  const tokens: Readonly<Record<Persona, string | undefined>> = {
    anonymous: undefined,
    retailer: await tokenOf(retailer.tenantId, retailer.tenantId),
    operator: await tokenOf(operator.tenantId, operator.tenantId),
    neighbour: await tokenOf(neighbour.tenantId, neighbour.tenantId),
    admin: await tokenOf(boss.member.id),
    viewer: issueAccessToken({ id: viewing, personId: operator.tenantId }, dayMinutes),
    approver: await tokenOf(approver, operator.tenantId),
    ...secrets,
  };
  const invalidTokens = await createInvalidTokens(
    tokens.admin ?? "",
    boss.member.id,
    deactivated.tenantId,
  );
  const deactivate = () =>
    sql`update tenants set is_active = false where id = ${deactivated.tenantId}`.execute(
      database(),
    );
  await deactivate();

  const ids = {
    operator: operator.tenantId,
    neighbour: neighbour.tenantId,
    retailer: retailer.tenantId,
    ...tenantIds,
  };
  return {
    tokens,
    invalidTokens,
    invalidSecrets,
    ids,
    /** The keys of the callers. Nobody revokes them, which would end the run of their programs. */
    keyIds,
    victim: victim.tenantId,
    /** Owns sessions that are bound to a key. Not a caller, who could end all other sessions of theirs. */
    keyHolder: second.member.id,
    /** Ids for requests, by the noun of their path. */
    victims: await rowsOf(victim.tenantId),
    mine: await rowsOf(operator.tenantId),

    /** Undoes changes that requests made to the callers: roles, deactivations, ended sessions. */
    async restore(): Promise<void> {
      await sql`
        update tenants set is_active = true, closed_at = null, closing_at = null,
          role = original.role, features = original.features, allowed_providers = '{primary}'
        from (values
          (${operator.tenantId}::uuid, 'operator', ${[...featureIds]}::text[]),
          (${neighbour.tenantId}::uuid, 'operator', ${[...featureIds]}::text[]),
          (${retailer.tenantId}::uuid, 'retailer', '{}'::text[])
        ) as original (id, role, features)
        where tenants.id = original.id
      `.execute(database());
      await deactivate();
      await sql`update tenant_closings set state = 'withdrawn', ended_at = now()
        where state = 'open' and tenant_id = any(${Object.values(ids)}::uuid[])`.execute(
        database(),
      );
      await sql`update sessions set ended_at = null, ended_because = null
        where id = any(${sessions}::uuid[])`.execute(database());
      await sql`update memberships set disabled_at = null, roles = '{approver}'
        where person_id = ${approver}`.execute(database());
      await sql`update viewings set ended_at = null where id = ${viewing}`.execute(database());
    },
  };
}

async function newSuperAdmin(mobile: string): Promise<SuperAdmin> {
  await createSuperAdmin({ mobile, name: "Fuzz Admin" });
  const { id } = await database()
    .selectFrom("people")
    .select("id")
    .where("mobile", "=", mobile)
    .executeTakeFirstOrThrow();
  return adminOf(id);
}

/** A tenant with an approved account and ₹10,00,000. */
async function newTenant(
  name: string,
  mobile: string,
  features: readonly Feature[],
  boss: SuperAdmin,
): Promise<Tenant> {
  const role = features.length > 0 ? "operator" : "retailer";
  const { _id: id } = await transaction((db) =>
    openTenant(db, { name, mobile, role, features, allowedProviders: ["primary"] }),
  );
  const tenant = { ...founderOf(id), role, allowedProviders: ["primary"] } as unknown as Tenant;
  const marker = name.startsWith("Zq") ? "ZQCANARY" : "FUZZ";
  const account = await transaction((db) =>
    addBankAccount(db, tenant, {
      account_holder_name: name,
      account_number: `00${mobile}`,
      ifsc_code: "HDFC0000060",
      bank_name: "HDFC Bank",
      branch_name: `${marker} branch`,
      account_type: "current",
    }),
  );
  await approveBankAccount(boss, account._id, undefined);
  await transaction((db) =>
    createBeneficiary(db, tenant, {
      name: `${marker === "FUZZ" ? "Fuzz" : "Zqcanary"} Payee`,
      kind: "vendor",
      note: `${marker} note`,
      destination: { method: "imps", account_number: `11${mobile}`, ifsc_code: "HDFC0000060" },
    }),
  );
  for (const number of [1, 2]) {
    const deposit = await transaction((db) =>
      initiateDeposit(db, tenant, {
        bank_account: account._id,
        amount: 10_00_000,
        utr_reference: `${marker}${mobile}${number}`,
        remarks: `${marker} remark`,
      }),
    );
    if (number === 1) await approveDeposit(boss, deposit._id, undefined);
  }
  return tenant;
}

async function createCanaryPayouts(victim: Tenant): Promise<void> {
  const canaryFields = {
    beneficiary_address: "Zqcanary Road",
    remarks: "zqcanary remark",
    amount: 77,
  };
  for (const order of [
    { ...impsOrder(), ...canaryFields, beneficiary_name: "Zqcanary Payee" },
    { ...upiOrder("zqcanary@okhdfc"), ...canaryFields, beneficiary_email: "zqcanary@example.com" },
  ]) {
    const token = signAuthorisation({
      personId: victim.tenantId,
      orderDigest: orderDigest(order),
      ...charges,
    });
    await initiatePayout(victim, { ...order, authorization_token: token }, undefined);
  }
}

/** @param tenantId the business for which it acts; none for a super admin. */
async function newSession(personId: string, tenantId?: string): Promise<string> {
  const id = newId();
  await sql`
    insert into sessions (id, person_id, tenant_id, created_at, last_seen_at, expires_at)
    values (${id}, ${personId}, ${tenantId ?? null}, now(), now(), now() + interval '2 days')
  `.execute(database());
  return id;
}

/** Invalid tokens, by the reason. */
async function createInvalidTokens(good: string, bossId: string, deactivatedId: string) {
  const [head = "", claims = "", signature = ""] = good.split(".");
  const json = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const ended = await newSession(bossId);
  await sql`update sessions set ended_at = now(), ended_because = 'logout'
    where id = ${ended}`.execute(database());
  const payload = JSON.parse(Buffer.from(claims, "base64url").toString()) as object;
  return {
    expired: issueAccessToken({ id: await newSession(bossId), personId: bossId }, -1),
    "of an ended session": issueAccessToken({ id: ended, personId: bossId }),
    "of a deactivated tenant": issueAccessToken({
      id: await newSession(deactivatedId, deactivatedId),
      personId: deactivatedId,
    }),
    "of no session": issueAccessToken({ id: newId(), personId: bossId }),
    "for a payout": signAuthorisation({
      personId: bossId,
      orderDigest: Buffer.alloc(32),
      ...charges,
    }),
    unsigned: `${json({ alg: "none", typ: "JWT" })}.${claims}.`,
    "signed with an unknown key": `${head}.${json({ ...payload, exp: 9_999_999_999 })}.${signature}`,
    tampered: `${head}.${claims}.${randomBytes(32).toString("base64url")}`,
    huge: `${head}.${"A".repeat(6_000)}.${signature}`,
    nonsense: "undefined",
    dots: "..",
    deep: `${json({ alg: "HS256" })}.${Buffer.from("[".repeat(3_000)).toString("base64url")}.${signature}`,
  };
}

/** The ids of a tenant's rows, by the noun of their path. */
async function rowsOf(tenant: string): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ noun: string; id: string }>`
    select 'payouts' as noun, id::text from payouts where tenant_id = ${tenant}
    union all select 'deposits', id::text from deposits where tenant_id = ${tenant}
    union all select 'bank-accounts', id::text from bank_accounts where tenant_id = ${tenant}
    union all select 'beneficiaries', id::text from beneficiaries where tenant_id = ${tenant}
    union all select 'destinations', id::text from payout_destinations where tenant_id = ${tenant}
    union all select 'webhook-endpoints', id::text from webhook_endpoints
      where tenant_id = ${tenant}
    union all select 'api-keys', id::text from api_keys
      where tenant_id = ${tenant} and name not like 'Fuzz %'
    union all select 'notifications', id::text from notifications where person_id = ${tenant}
    union all select 'tenants', ${tenant}::text
  `.execute(database());
  const owned = Map.groupBy(rows, ({ noun }) => noun);
  return Object.fromEntries([...owned].map(([noun, all]) => [noun, all.map(({ id }) => id)]));
}
