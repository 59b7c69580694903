import type { SavedView, ViewedHistory, ViewQuery } from "@rokad/contract/saved-views";
import { limits } from "@rokad/contract/limits";
import { sql } from "kysely";
import type { Db, Tx } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import { ApiError, notFound } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import type { Tenant } from "../../kernel/person.ts";

const columns = sql`id, history, name, query, is_default`;

/** The person's own views of a history, by name. */
export async function listViews(
  db: Db,
  { tenantId: id, member }: Tenant,
  history: ViewedHistory,
): Promise<SavedView[]> {
  const { rows } = await sql<SavedView>`
    select ${columns} from saved_views
    where tenant_id = ${id} and member_id = ${member.id} and history = ${history}
    order by lower(name)
  `.execute(db);
  return rows;
}

interface NewView {
  readonly history: ViewedHistory;
  readonly name: string;
  readonly query: ViewQuery;
}

/** @throws 409 `VIEW_NAME_TAKEN`; 422 `TOO_MANY_VIEWS`. */
export async function createView(
  db: Tx,
  tenant: Tenant,
  { history, name, query }: NewView,
): Promise<SavedView> {
  await lockViews(db, tenant);
  const existing = await listViews(db, tenant, history);
  assertNameFree(existing, name);
  if (existing.length >= limits.savedViewsMax)
    throw new ApiError(
      422,
      "TOO_MANY_VIEWS",
      `A history has ${limits.savedViewsMax} views at most. Delete one first.`,
    );
  const { rows } = await sql<SavedView>`
    insert into saved_views (id, tenant_id, member_id, history, name, query, created_at, updated_at)
    values (
      ${newId()}, ${tenant.tenantId}, ${tenant.member.id}, ${history}, ${name},
      ${JSON.stringify(query)}::jsonb, ${now()}, ${now()}
    )
    returning ${columns}
  `.execute(db);
  return only(rows);
}

interface ViewChange {
  readonly name?: string | undefined;
  readonly query?: ViewQuery | undefined;
  readonly is_default?: boolean | undefined;
}

/** @throws 404, also for another person's view; 409 `VIEW_NAME_TAKEN`. */
export async function changeView(
  db: Tx,
  tenant: Tenant,
  id: string,
  { name, query, is_default: isDefault }: ViewChange,
): Promise<SavedView> {
  await lockViews(db, tenant);
  const { rows: found } = await sql<SavedView>`
    select ${columns} from saved_views
    where id = ${id} and tenant_id = ${tenant.tenantId} and member_id = ${tenant.member.id}
  `.execute(db);
  const [view] = found;
  if (!view) throw notFound("This view");
  const others = (await listViews(db, tenant, view.history)).filter((each) => each.id !== id);
  assertNameFree(others, name ?? view.name);
  const earlier = others.find((each) => each.is_default);
  if (isDefault && earlier)
    await sql`update saved_views set is_default = false where id = ${earlier.id}`.execute(db);
  const { rows } = await sql<SavedView>`
    update saved_views set
      name = ${name ?? view.name}, query = ${JSON.stringify(query ?? view.query)}::jsonb,
      is_default = ${isDefault ?? view.is_default}, updated_at = ${now()}
    where id = ${id}
    returning ${columns}
  `.execute(db);
  return only(rows);
}

/** @throws 404, also for another person's view. */
export async function deleteView(db: Db, { tenantId, member }: Tenant, id: string) {
  const { rows } = await sql`
    delete from saved_views
    where id = ${id} and tenant_id = ${tenantId} and member_id = ${member.id} returning id
  `.execute(db);
  if (rows.length === 0) throw notFound("This view");
}

/** Closes the race between two views of a person that take one name, or both become the default. */
async function lockViews(db: Tx, { tenantId: id, member }: Tenant): Promise<void> {
  const key = `saved views ${id} ${member.id}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db);
}

function assertNameFree(views: readonly SavedView[], name: string): void {
  const isTaken = views.some((each) => each.name.toLowerCase() === name.toLowerCase());
  if (isTaken) throw new ApiError(409, "VIEW_NAME_TAKEN", `You already have a view “${name}”.`);
}

function only(rows: readonly SavedView[]): SavedView {
  const [view] = rows;
  if (!view) throw new Error("A written view was not returned");
  return view;
}
