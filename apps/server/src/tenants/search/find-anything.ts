import type { Found } from "@rokad/contract/search";
import { includesFeature } from "@rokad/contract/feature-permissions";
import type { Db } from "../../database/db.ts";
import { replicaOrPrimary } from "../../database/replica.ts";
import { inr } from "../../kernel/money.ts";
import type { Tenant } from "../../kernel/person.ts";
import { readDeposits } from "../../money-in/deposits/search-deposits.ts";
import { listBeneficiaries } from "../../payouts/beneficiaries/list-beneficiaries.ts";
import { maskedDestination } from "../../payouts/destination.ts";
import { readPayouts } from "../../payouts/read/search-payouts.ts";
import { findMatches } from "../../rollups/search/find-matches.ts";
import { readSearch, type Search } from "../../rollups/search/read-search.ts";
import type { Kind } from "../../rollups/search/search-kinds.ts";
import { limitSearches } from "./limit-searches.ts";
import { findBatches, findRequests } from "./find-recent.ts";

const nothing: Found = { payouts: [], beneficiaries: [], batches: [], requests: [], deposits: [] };

/** The rows of each kind. */
const rowsMax = 5;

/**
 * The newest rows of each kind that match, of this tenant only. Account numbers are masked.
 * @throws 429 `TOO_MANY_REQUESTS`.
 */
export async function findAnything(tenant: Tenant, text: string): Promise<Found> {
  limitSearches(tenant);
  const db = await replicaOrPrimary();
  const search = readSearch(text);
  if (search.needles.length === 0) return nothing;
  const [payouts, beneficiaries, batches, requests, deposits] = await Promise.all([
    findPayouts(db, tenant, search),
    findBeneficiaries(tenant, text),
    includesFeature(tenant.features, "bulk_payouts")
      ? findBatches(db, tenant, search, rowsMax)
      : [],
    findRequests(db, tenant, search, rowsMax),
    findDeposits(db, tenant, search),
  ]);
  return { payouts, beneficiaries, batches, requests, deposits };
}

async function matchesOf(db: Db, tenant: Tenant, search: Search, ...kinds: Kind[]) {
  const { matches } = await findMatches(db, {
    tenantId: tenant.tenantId,
    kinds,
    search,
    order: "newest",
    limit: rowsMax,
  });
  return matches;
}

async function findPayouts(db: Db, tenant: Tenant, search: Search) {
  const matches = await matchesOf(db, tenant, search, "payout", "wait", "not_funded");
  if (matches.length === 0) return [];
  const rows = await readPayouts(db, tenant, matches);
  return matches
    .flatMap(({ id }) => rows.get(id) ?? [])
    .map((row) => ({
      id: row.id,
      created_at: row.created_at.toISOString(),
      name: row.beneficiary_name,
      account: maskedDestination(row),
      amount: inr(row.amount_paise),
      status: row.status,
      reference_id: row.reference_id,
      utr_number: row.utr_number,
    }));
}

async function findBeneficiaries(tenant: Tenant, search: string) {
  const { data } = await listBeneficiaries(tenant, { search }, { limit: rowsMax });
  return data.map(({ id, name, short_name, default_destination }) => ({
    id,
    name,
    short_name,
    account: default_destination?.account ?? null,
  }));
}

async function findDeposits(db: Db, tenant: Tenant, search: Search) {
  const matches = await matchesOf(db, tenant, search, "deposit");
  if (matches.length === 0) return [];
  const rows = await readDeposits(db, tenant, matches);
  return matches
    .flatMap(({ id }) => rows.get(id) ?? [])
    .map((row) => ({
      id: row.id,
      created_at: row.created_at.toISOString(),
      utr_reference: row.utr_reference,
      amount: inr(row.amount_paise),
      status: row.status,
    }));
}
