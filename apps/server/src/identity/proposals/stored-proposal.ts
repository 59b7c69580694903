import type { ProposalState, ProposedChange } from "@rokad/contract/proposals";
import type { Db, Tx } from "../../database/db.ts";
import { decrypt } from "../../database/encryption/encrypt.ts";
import { dateTimeInIndia } from "../../kernel/days.ts";
import { ApiError, notFound } from "../../kernel/errors.ts";
import { now } from "../../kernel/clock.ts";

export type StoredProposal = NonNullable<Awaited<ReturnType<typeof selectProposal>>>;

/** A waiting proposal, with the content that its confirmation applies. */
export type WaitingProposal = StoredProposal & { readonly content: unknown };

/**
 * Reads a proposal that still waits. Call it after `lockProposals`.
 * @throws 404; 409 `ALREADY_DECIDED` that says who closed it and when, `PROPOSAL_VOID` once expired.
 */
export async function findWaiting(db: Tx, id: string): Promise<WaitingProposal> {
  const row = await selectProposal(db, id);
  if (!row) throw notFound("This proposal");
  if (row.state === "void") throw proposalVoid(row.closing_reason ?? "");
  const isExpired = row.state === "waiting" && row.expires_at <= now();
  if (isExpired || row.state === "expired") throw proposalExpired();
  if (row.state !== "waiting" || !row.content_sealed) throw alreadyDecided(row);
  const content: unknown = JSON.parse(decrypt("proposal content", id, row.content_sealed));
  return { ...row, content };
}

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
    .leftJoin("people as closers", "closers.id", "closed_by");
}

async function selectProposal(db: Db, id: string) {
  const row = await proposals(db)
    .selectAll("proposals")
    .select(["proposers.name as proposer_name", "closers.name as closer_name"])
    .where("proposals.id", "=", id)
    .executeTakeFirst();
  return row && withChanges(row);
}

/** The row with its changes decrypted. */
export function withChanges<Row extends { id: string; changes_sealed: Buffer }>(row: Row) {
  const json = decrypt("proposed changes", row.id, row.changes_sealed);
  return { ...row, changes: JSON.parse(json) as ProposedChange[] };
}

function alreadyDecided({ state, closer_name: closer, closed_at: at }: StoredProposal): ApiError {
  const when = at ? ` on ${dateTimeInIndia(at).slice(0, -":00".length)}` : "";
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
