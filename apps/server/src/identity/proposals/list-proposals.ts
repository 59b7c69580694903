import type { Proposal } from "@rokad/contract/proposals";
import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import { database } from "../../database/db.ts";
import { notFound } from "../../kernel/errors.ts";
import { pageOf } from "../../kernel/page.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { superAdminIds } from "../people/super-admins.ts";
import { proposals, withChanges } from "./stored-proposal.ts";

interface Query {
  readonly status: "waiting" | "closed";
  readonly page: number;
  readonly limit: number;
}

/** A page of proposals, newest first, and how many other super admins could confirm them. */
export async function listProposals(person: SuperAdmin, query: Query) {
  const { status, page, limit } = query;
  const isWaiting = sql<boolean>`state = 'waiting' and expires_at > ${now()}`;
  const chosen = status === "waiting" ? isWaiting : sql<boolean>`not (${isWaiting})`;
  const db = database();
  const [rows, { total }, admins] = await Promise.all([
    selectShown()
      .where(chosen)
      .orderBy("proposed_at", "desc")
      .orderBy("proposals.id", "desc")
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    db
      .selectFrom("proposals")
      .select((eb) => eb.fn.countAll<bigint>().as("total"))
      .where(chosen)
      .executeTakeFirstOrThrow(),
    superAdminIds(db, "finance"),
  ]);
  return {
    data: rows.map(asProposal),
    pagination: pageOf(query, total),
    total: Number(total),
    summary: { other_super_admins: admins.filter((id) => id !== person.id).length },
  };
}

/** @throws 404. */
export async function showProposal(id: string): Promise<Proposal> {
  const row = await selectShown().where("proposals.id", "=", id).executeTakeFirst();
  if (!row) throw notFound("This proposal");
  return asProposal(row);
}

function selectShown() {
  return proposals(database())
    .select(["proposals.id", "kind", "title", "changes_sealed", "reason", "state"])
    .select(["proposed_by", "proposed_at", "expires_at", "closed_by", "closing_reason"])
    .select(["proposals.closed_at", "proposers.name as proposer_name"])
    .select("closers.name as closer_name");
}

type ShownRow = Awaited<ReturnType<ReturnType<typeof selectShown>["execute"]>>[number];

function asProposal(row: ShownRow): Proposal {
  const { kind, state, changes } = withChanges(row);
  // The periodic task may not have closed it yet.
  const isExpired = state === "waiting" && row.expires_at <= now();
  return {
    id: row.id,
    kind,
    title: row.title,
    changes,
    reason: row.reason,
    state: isExpired ? "expired" : state,
    proposed_by: { id: row.proposed_by, name: row.proposer_name },
    proposed_at: row.proposed_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    closed_by: row.closed_by ? { id: row.closed_by, name: row.closer_name ?? "" } : null,
    closed_at: (isExpired ? row.expires_at : row.closed_at)?.toISOString() ?? null,
    closing_reason: row.closing_reason,
  };
}
