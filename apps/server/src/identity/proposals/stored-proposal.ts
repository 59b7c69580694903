import type { ProposalState, ProposedChange } from "@rokad/contract/proposals";
import type { Db, Tx } from "../../database/db.ts";
import { decrypt } from "../../database/encryption/encrypt.ts";
import { dateTimeInIndia } from "../../kernel/days.ts";
import { ApiError, notFound } from "../../kernel/errors.ts";
import { now } from "../../kernel/clock.ts";

export type StoredProposal = NonNullable<Awaited<ReturnType<typeof selectProposal>>>;

/** A proposal that waits or is scheduled, with the content that it applies. */
export type OpenProposal = StoredProposal & { readonly content: unknown };

/** The states of a proposal that can still take effect. */
export const openStates = ["waiting", "scheduled"] as const;

/**
 * Reads a proposal that can still be stopped. Call it after `lockProposals`.
 * @throws 404; 409 `ALREADY_DECIDED` that says who closed it and when, `PROPOSAL_VOID` once expired.
 */
export async function findOpen(db: Tx, id: string): Promise<OpenProposal> {
  const row = await selectProposal(db, id);
  if (!row) throw notFound("This proposal");
  if (row.state === "void") throw proposalVoid(row.closing_reason ?? "");
  const isExpired = row.state === "waiting" && row.expires_at <= now();
  if (isExpired || row.state === "expired") throw proposalExpired();
  const open = withContent(row);
  if (!open) throw alreadyDecided(row);
  return open;
}

/** As `findOpen`, for one that can still be confirmed. */
export async function findWaiting(db: Tx, id: string): Promise<OpenProposal> {
  const open = await findOpen(db, id);
  if (open.state === "scheduled") throw alreadyScheduled(open);
  return open;
}

/** A proposal whose time has come; undefined if it ended meanwhile. Call it after `lockProposals`. */
export async function findDue(db: Tx, id: string): Promise<OpenProposal | undefined> {
  const row = await selectProposal(db, id);
  const isDue = row && row.takes_effect_at !== null && row.takes_effect_at <= now();
  return isDue ? withContent(row) : undefined;
}

function withContent(row: StoredProposal): OpenProposal | undefined {
  if (!isOpen(row.state) || !row.content_encrypted) return undefined;
  const content: unknown = JSON.parse(decrypt("proposal content", row.id, row.content_encrypted));
  return { ...row, content };
}

const isOpen = (state: ProposalState) => openStates.some((open) => open === state);

/** @param why a sentence that names who changed what. */
export const proposalVoid = (why: string) =>
  new ApiError(
    409,
    "PROPOSAL_VOID",
    `${why} The proposal is void, and nothing changed. Propose it again.`,
  );

const proposalExpired = () =>
  new ApiError(
    409,
    "PROPOSAL_VOID",
    "This proposal expired, and nothing changed. Propose it again.",
  );

/** All proposals with the names of both people. */
export function proposals(db: Db) {
  return db
    .selectFrom("proposals")
    .innerJoin("people as proposers", "proposers.id", "proposed_by")
    .leftJoin("people as confirmers", "confirmers.id", "confirmed_by")
    .leftJoin("people as closers", "closers.id", "closed_by");
}

async function selectProposal(db: Db, id: string) {
  const row = await proposals(db)
    .selectAll("proposals")
    .select(["proposers.name as proposer_name", "closers.name as closer_name"])
    .select("confirmers.name as confirmer_name")
    .where("proposals.id", "=", id)
    .executeTakeFirst();
  return row && withChanges(row);
}

/** The row with its changes decrypted. */
export function withChanges<Row extends { id: string; changes_encrypted: Buffer }>(row: Row) {
  const json = decrypt("proposed changes", row.id, row.changes_encrypted);
  return { ...row, changes: JSON.parse(json) as ProposedChange[] };
}

function alreadyScheduled({ takes_effect_at: at }: StoredProposal): ApiError {
  const when = at ? ` on ${minuteOf(at)}` : "";
  return new ApiError(
    409,
    "ALREADY_DECIDED",
    `This change is agreed. It takes effect${when}, after the notice to tenants.`,
  );
}

/** "24/11/2026 14:20" in India. */
export const minuteOf = (at: Date) => dateTimeInIndia(at).slice(0, -":00".length);

function alreadyDecided({ state, closer_name: closer, closed_at: at }: StoredProposal): ApiError {
  const when = at ? ` on ${minuteOf(at)}` : "";
  if (state === "applied")
    return new ApiError(409, "ALREADY_DECIDED", `This change took effect${when}`);
  return new ApiError(
    409,
    "ALREADY_DECIDED",
    `${closer ?? "Another super admin"} already ${verbs[state] ?? "decided"} this${when}`,
  );
}

const verbs: Readonly<Partial<Record<ProposalState, string>>> = {
  confirmed: "confirmed",
  rejected: "rejected",
  withdrawn: "withdrew",
};
