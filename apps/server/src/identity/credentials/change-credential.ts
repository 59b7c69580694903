import type { CredentialName } from "@rokad/contract/credential-names";
import type { Credential } from "@rokad/contract/credentials";
import { database, transaction, type Db } from "../../database/db.ts";
import type { SignedSummary } from "../../http/with-signature.ts";
import { ApiError } from "../../kernel/errors.ts";
import { environmentCredentials } from "../../kernel/credentials.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { lockProposals } from "../proposals/lock-proposals.ts";
import { describeChange } from "../proposals/describe-change.ts";
import type { Submitted } from "../proposals/proposal.ts";
import { submitChange } from "../proposals/submit-change.ts";
import { listCredentials } from "./list-credentials.ts";
import {
  controlledChange,
  credentialProposals,
  findStored,
  inEnvironment,
  type CredentialChange,
} from "./propose-credential.ts";

interface SignedChange extends CredentialChange {
  readonly reason: string;
}

/**
 * Proposes to set or remove a credential. When nobody else can confirm, the change takes effect after
 * the waiting time. The value is stored encrypted; neither the answer nor the audit log
 * contains it.
 * @throws 409 `CREDENTIAL_IN_ENVIRONMENT`, `PROPOSAL_WAITING`, or
 *   `CREDENTIAL_CHANGED` when another super admin changed it after `seen_set_at`.
 */
export async function changeCredential(
  person: SuperAdmin,
  change: SignedChange,
): Promise<{ credential: Credential; proposal: Submitted | null }> {
  assertNotInEnvironment(change.name);
  return transaction(async (db) => {
    await lockProposals(db);
    const controlled = await findControlled(db, change);
    const proposal = await submitChange(db, person, controlled, (approval) =>
      credentialProposals.apply(db, controlled.content, approval),
    );
    return { credential: await listed(db, change.name), proposal };
  });
}

/** What the super admin signs. @throws as `changeCredential`. */
export async function describeCredentialChange(change: SignedChange): Promise<SignedSummary> {
  assertNotInEnvironment(change.name);
  const verb = change.value === null ? "Remove" : "Change";
  return describeChange(await findControlled(database(), change), verb);
}

/** @throws 409 `CREDENTIAL_IN_ENVIRONMENT`: the environment takes precedence over a stored value. */
function assertNotInEnvironment(name: CredentialName): void {
  if (!environmentCredentials().has(name)) return;
  throw inEnvironment(name);
}

async function findControlled(db: Db, { reason, ...change }: SignedChange) {
  const stored = await assertUnchanged(db, change);
  return controlledChange(change, stored, reason);
}

async function assertUnchanged(db: Db, { name, seen_set_at }: CredentialChange) {
  const stored = await findStored(db, name);
  if ((stored?.set_at.toISOString() ?? null) === seen_set_at) return stored;
  throw new ApiError(
    409,
    "CREDENTIAL_CHANGED",
    stored
      ? `${stored.setter_name} set ${name} while you were editing. Your change was not saved. Check it and try again.`
      : `${name} was removed while you were editing. Your change was not saved. Check it and try again.`,
  );
}

async function listed(db: Db, name: CredentialName): Promise<Credential> {
  const credential = (await listCredentials(db)).find((one) => one.name === name);
  if (!credential) throw new Error(`The credential ${name} is not listed`);
  return credential;
}
