import {
  proposalKinds,
  type Proposal,
  type ProposalKind,
  type TakesEffect,
} from "@rokad/contract/proposals";
import type { Permission } from "@rokad/contract/roles";
import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import { database } from "../../database/db.ts";
import { notFound } from "../../kernel/errors.ts";
import { pageOf } from "../../kernel/page.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { readDeciders, superAdminIds } from "../people/super-admins.ts";
import { readSettings } from "../settings/settings.ts";
import { proposalPermissions } from "./lock-proposals.ts";
import { findEffectFor } from "./find-effect.ts";
import { proposals, withChanges } from "./stored-proposal.ts";

interface Query {
  readonly status: "waiting" | "closed";
  readonly page: number;
  readonly limit: number;
}

/** A page of proposals, newest first, and how many other super admins could confirm them. */
export async function listProposals(person: SuperAdmin, query: Query) {
  const { status, page, limit } = query;
  const isOpen = sql<boolean>`(
    state = 'scheduled' or (state = 'waiting' and expires_at > ${now()})
  )`;
  const chosen = status === "waiting" ? isOpen : sql<boolean>`not ${isOpen}`;
  const db = database();
  const [rows, { total }, admins, settings, takesEffect] = await Promise.all([
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
    readSettings(),
    findEffects(person),
  ]);
  return {
    data: await describeProposals(rows),
    pagination: pageOf(query, total),
    total: Number(total),
    summary: {
      other_super_admins: admins.filter((id) => id !== person.member.id).length,
      takes_effect: takesEffect,
      waiting_hours: settings.control_waiting_hours,
    },
  };
}

/** Not every kind needs the same role of the second person. */
async function findEffects(person: SuperAdmin): Promise<Record<ProposalKind, TakesEffect>> {
  const effects = proposalKinds.map(async (kind) => [
    kind,
    (await findEffectFor(person, kind)).how,
  ]);
  return Object.fromEntries(await Promise.all(effects)) as Record<ProposalKind, TakesEffect>;
}

/** @throws 404. */
export async function showProposal(id: string): Promise<Proposal> {
  const row = await selectShown().where("proposals.id", "=", id).executeTakeFirst();
  if (!row) throw notFound("This proposal");
  const [shown] = await describeProposals([row]);
  if (!shown) throw notFound("This proposal");
  return shown;
}

function selectShown() {
  return proposals(database())
    .select(["proposals.id", "kind", "title", "changes_encrypted", "reason", "state"])
    .select(["proposed_by", "proposed_at", "expires_at", "closed_by", "closing_reason"])
    .select(["proposals.closed_at", "proposers.name as proposer_name"])
    .select([
      "takes_effect_at",
      "confirmers_before",
      "confirmed_by",
      "confirmers.name as confirmer_name",
    ])
    .select("closers.name as closer_name");
}

type ShownRow = Awaited<ReturnType<ReturnType<typeof selectShown>["execute"]>>[number];

async function describeProposals(rows: readonly ShownRow[]): Promise<Proposal[]> {
  const permissions = new Set(rows.map((row) => proposalPermissions[withChanges(row).kind]));
  const deciders = new Map(
    await Promise.all(
      [...permissions].map(
        async (permission) => [permission, await readDeciders(database(), permission)] as const,
      ),
    ),
  );
  return rows.map((row) => asProposal(row, deciders));
}

type Deciders = Awaited<ReturnType<typeof readDeciders>>;

function asProposal(row: ShownRow, deciders: ReadonlyMap<Permission, Deciders>): Proposal {
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
    takes_effect_at: row.takes_effect_at?.toISOString() ?? null,
    can_confirm:
      state === "waiting" && !isExpired
        ? findConfirmers(deciders.get(proposalPermissions[kind]) ?? [], row)
        : [],
    confirmed_by: row.confirmed_by
      ? { id: row.confirmed_by, name: row.confirmer_name ?? "" }
      : null,
    closed_by: row.closed_by ? { id: row.closed_by, name: row.closer_name ?? "" } : null,
    closed_at: (isExpired ? row.expires_at : row.closed_at)?.toISOString() ?? null,
    closing_reason: row.closing_reason,
  };
}

/** As the confirmation checks it: none if the proposer does not count. */
function findConfirmers(
  deciders: Deciders,
  { confirmers_before: before, proposed_by: by }: ShownRow,
) {
  const counted = deciders.filter(({ since }) => before === null || since <= before);
  if (!counted.some(({ id }) => id === by)) return [];
  return counted.filter(({ id }) => id !== by).map(({ id, name }) => ({ id, name }));
}
