import type { CredentialName } from "@rokad/contract/credential-names";
import { now } from "../../kernel/clock.ts";
import { environmentCredentials } from "../../kernel/credentials.ts";
import type { Db, Tx } from "../../database/db.ts";
import { ApiError } from "../../kernel/errors.ts";
import { record } from "../audit/record.ts";
import { publishToSuperAdmins } from "../people/publish-to-super-admins.ts";
import { approvalInLog } from "../proposals/approval-in-log.ts";
import type { Approval, ControlledChange, ProposalHandler } from "../proposals/proposal.ts";
import {
  endOf,
  removeCredential,
  selectCredentials,
  storeCredential,
  type StoredCredential,
} from "./stored-credentials.ts";

/** A change as a super admin requests it, and as a proposal holds it. */
export interface CredentialChange {
  readonly name: CredentialName;
  /** Null removes the stored value. */
  readonly value: string | null;
  /** `set_at` as the person read it. */
  readonly seen_set_at: string | null;
}

/** The change for two people: both sides are described, because the values are secret. */
export function controlledChange(
  change: CredentialChange,
  stored: StoredCredential | undefined,
  reason: string,
): ControlledChange {
  const { name, value } = change;
  return {
    kind: "credential",
    subjects: [name],
    title: name,
    changes: [
      {
        subject: name,
        before: stored ? describeSecret("Set", stored.value_end) : "Not set",
        after: value === null ? "Removed" : describeSecret("A new value", endOf(value)),
        to_default: false,
      },
    ],
    content: change,
    reason,
  };
}

/** Applies a change of a credential that two super admins agreed to, or the only one. */
export const credentialProposals: ProposalHandler = {
  async check(content) {
    const { name } = content as CredentialChange;
    if (environmentCredentials().has(name)) throw inEnvironment(name);
  },

  async findVoidReason(db, content) {
    const { name, seen_set_at: seen } = content as CredentialChange;
    const stored = await findStored(db, name);
    if ((stored?.set_at.toISOString() ?? null) === seen) return undefined;
    return stored
      ? `${stored.setter_name} set ${name} after this was proposed.`
      : `${name} was removed after this was proposed.`;
  },

  apply: (db, content, approval) => applyCredential(db, content as CredentialChange, approval),
};

async function applyCredential(
  db: Tx,
  { name, value }: CredentialChange,
  approval: Approval,
): Promise<void> {
  const { proposerId, by, reason } = approval;
  const before = await findStored(db, name);
  if (value === null) await removeCredential(db, name);
  else await storeCredential(db, { name, value, set_at: now(), set_by: proposerId });
  await publishToSuperAdmins(db, ["gateway"]);
  await record(db, {
    act: value === null ? "credential.removed" : "credential.set",
    by,
    subject: { kind: "credential", id: name },
    reason,
    before: { set: before !== undefined },
    after: { set: value !== null, ...approvalInLog(approval) },
  });
}

/** The stored credential without its value. */
export async function findStored(
  db: Db,
  name: CredentialName,
): Promise<StoredCredential | undefined> {
  return (await selectCredentials(db)).find((row) => row.name === name);
}

export function inEnvironment(name: CredentialName): ApiError {
  return new ApiError(
    409,
    "CREDENTIAL_IN_ENVIRONMENT",
    `${name} is set in the server's environment. Change it there.`,
  );
}

function describeSecret(what: string, end: string | null): string {
  return end === null ? what : `${what}, ends in ${end}`;
}
