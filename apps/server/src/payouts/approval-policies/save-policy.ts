import type { ApprovalPolicy, PolicyForm } from "@rokad/contract/approval-policies";
import type { CoolingForm } from "@rokad/contract/cooling-form";
import { rupeesToPaise } from "@rokad/money/rupees";
import type { Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import type { RunTransaction } from "../../http/idempotency.ts";
import { record } from "../../identity/audit/record.ts";
import { notify } from "../../identity/notifications/notify.ts";
import { now } from "../../kernel/clock.ts";
import { ApiError, notFound } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import type { Tenant } from "../../kernel/person.ts";
import * as ledger from "../../ledger/ledger.ts";
import { findPolicyProblems, type Member } from "./assess-policy.ts";
import { asBands, describePolicies } from "./describe-policy.ts";
import type { Band } from "./policy.ts";
import { listActiveMembers, type asCooling } from "./policy-queries.ts";
import { assertOldOwner, findSecondOwners, lockOwners, secondOwnerNeeded } from "./second-owner.ts";

/**
 * Saves a new version: in force at once for the only owner, else it waits for a second one. What is
 * pending keeps the version that it was submitted under.
 * @throws 403; 409 `POLICY_CHANGED`, `POLICY_WAITING`; as `findSecondOwners`; 422 `POLICY_NOT_SATISFIABLE` with a sentence
 *   for each step that today's people can't complete.
 */
export function savePolicy(
  person: Tenant,
  { bands: form, base_version: base, reason, ...rules }: PolicyForm,
  run: RunTransaction,
): Promise<ApprovalPolicy> {
  return run(async (db) => {
    await lockPolicies(db, person);
    const versions = await readVersions(db, person.tenantId);
    const current = versions.find(({ state }) => state === "in_force");
    if (versions.some(({ state }) => state === "proposed")) throw policyWaiting();
    if ((current?.version ?? null) !== base) throw policyChanged();
    const bands = asBands(form);
    const columns = rulesOf(current, rules);
    await assertSatisfiable(db, person.tenantId, bands);
    const others = await findSecondOwners(db, person);
    const id = newId();
    await db
      .insertInto("approval_policies")
      .values({
        id,
        tenant_id: person.tenantId,
        version: Math.max(0, ...versions.map(({ version }) => version)) + 1,
        bands: JSON.stringify(bands),
        ...columns,
        reason,
        state: "proposed",
        proposed_by: person.member.id,
        proposed_at: now(),
      })
      .execute();
    await record(db, {
      act: "approval_policy.proposed",
      by: person,
      subject: { kind: "approval_policy", id },
      reason,
      ...(current && { before: { bands: current.bands, ...written(rulesOf(current, {})) } }),
      after: { bands, ...written(columns) },
    });
    if (others.length === 0) await putInForce(db, person, { id, reason, decidedBy: null });
    else await notifyTenant(db, person, "policy_waiting", id, `${person.member.name}: ${reason}`);
    return onePolicy(db, person, id);
  });
}

type RuleColumns = Parameters<typeof asCooling>[0] & { readonly counts_day: boolean };

/** The rules beside the bands: what the form does not name stays as in the version in force. */
function rulesOf(
  current: RuleColumns | undefined,
  { cooling, counts_day: countsDay }: Pick<PolicyForm, "cooling" | "counts_day">,
): RuleColumns {
  const before = {
    cooling_above_paise: current?.cooling_above_paise ?? null,
    cooling_hours: current?.cooling_hours ?? null,
    counts_day: current?.counts_day ?? false,
  };
  return {
    ...before,
    ...(cooling !== undefined && coolingColumns(cooling)),
    ...(countsDay !== undefined && { counts_day: countsDay }),
  };
}

const coolingColumns = (form: CoolingForm | null) => ({
  cooling_above_paise: form && rupeesToPaise(form.amount),
  cooling_hours: form?.hours ?? null,
});

/** As the audit log has it: JSON has no bigint. */
const written = ({
  cooling_above_paise: paise,
  cooling_hours: hours,
  counts_day,
}: RuleColumns) => ({
  cooling: paise === null ? null : { above_paise: paise.toString(), hours },
  counts_day,
});

/**
 * Puts another owner's proposed version in force. There was a second owner when it was proposed, so its
 * proposer never confirms it, also not as the only owner who is left. The proposal of a former owner
 * does not count.
 * @throws 403; 404; 409 `ALREADY_DECIDED`, `SECOND_OWNER_NEEDED`, `CONFIRMER_TOO_NEW`; 422 `POLICY_NOT_SATISFIABLE`.
 */
export function confirmPolicy(
  person: Tenant,
  id: string,
  run: RunTransaction,
): Promise<ApprovalPolicy> {
  return run(async (db) => {
    const owners = await lockPolicies(db, person);
    const policy = await findProposed(db, person, id);
    if (policy.proposed_by === person.member.id)
      throw secondOwnerNeeded(
        owners.length > 1
          ? "You proposed this change. Another owner must confirm it."
          : "You proposed this change and are the only owner left. Withdraw it and save it again.",
      );
    if (!owners.some(({ id: owner }) => owner === policy.proposed_by))
      throw secondOwnerNeeded(
        "Who proposed this change is no longer an owner. Reject it and save it again.",
      );
    await assertOldOwner(db, person, policy.proposed_at);
    await assertSatisfiable(db, person.tenantId, policy.bands as unknown as Band[]);
    await putInForce(db, person, { id, reason: policy.reason, decidedBy: person.member.id });
    return onePolicy(db, person, id);
  });
}

/** Rejects a proposed version, or withdraws one's own. @throws 403; 404; 409 `ALREADY_DECIDED`. */
export function rejectPolicy(
  person: Tenant,
  id: string,
  reason: string,
  run: RunTransaction,
): Promise<ApprovalPolicy> {
  return run(async (db) => {
    await lockPolicies(db, person);
    const { proposed_by: proposer } = await findProposed(db, person, id);
    const state = proposer === person.member.id ? "withdrawn" : "rejected";
    await db
      .updateTable("approval_policies")
      .set({ state, decided_by: person.member.id, decided_at: now() })
      .where("id", "=", id)
      .execute();
    await record(db, {
      act: `approval_policy.${state}`,
      by: person,
      subject: { kind: "approval_policy", id },
      reason,
    });
    await publishChange(db, [person.tenantId], ["requests"]);
    return onePolicy(db, person, id);
  });
}

interface Decision {
  readonly id: string;
  readonly reason: string;
  readonly decidedBy: string | null;
}

async function putInForce(db: Tx, person: Tenant, { id, reason, decidedBy }: Decision) {
  const at = now();
  await db
    .updateTable("approval_policies")
    .set({ state: "replaced", replaced_at: at })
    .where("tenant_id", "=", person.tenantId)
    .where("state", "=", "in_force")
    .execute();
  await db
    .updateTable("approval_policies")
    .set({ state: "in_force", decided_by: decidedBy, decided_at: at, in_force_from: at })
    .where("id", "=", id)
    .execute();
  await record(db, {
    act: "approval_policy.changed",
    by: person,
    subject: { kind: "approval_policy", id },
    reason,
  });
  await notifyTenant(db, person, "policy_changed", id, `${person.member.name}: ${reason}`);
}

/**
 * Locks the wallet and the owners: initiations take the first, so no payout that starts after the
 * change escapes it.
 * @returns as `lockOwners`.
 */
async function lockPolicies(db: Tx, person: Tenant): Promise<Member[]> {
  await ledger.lock(db, [person.tenantId]);
  return lockOwners(db, person);
}

function readVersions(db: Tx, tenantId: string) {
  return db
    .selectFrom("approval_policies")
    .select(["version", "state", "bands", "cooling_above_paise", "cooling_hours", "counts_day"])
    .where("tenant_id", "=", tenantId)
    .execute();
}

async function findProposed(db: Tx, { tenantId }: Tenant, id: string) {
  const policy = await db
    .selectFrom("approval_policies")
    .selectAll()
    .where("id", "=", id)
    .where("tenant_id", "=", tenantId)
    .executeTakeFirst();
  if (!policy) throw notFound("This policy");
  if (policy.state === "proposed") return policy;
  throw new ApiError(409, "ALREADY_DECIDED", "This change of the policy is already decided.");
}

async function assertSatisfiable(db: Tx, tenantId: string, bands: readonly Band[]) {
  const fields = findPolicyProblems(bands, await listActiveMembers(db, tenantId));
  const [first] = Object.values(fields);
  if (first !== undefined) throw new ApiError(422, "POLICY_NOT_SATISFIABLE", first, { fields });
}

async function onePolicy(db: Tx, person: Tenant, id: string): Promise<ApprovalPolicy> {
  const policy = (await describePolicies(db, person)).find((each) => each.id === id);
  if (!policy) throw notFound("This policy");
  return policy;
}

async function notifyTenant(
  db: Tx,
  { tenantId: personId }: Tenant,
  kind: "policy_waiting" | "policy_changed",
  subjectId: string,
  detail: string,
) {
  await notify(db, [{ personId, kind, subjectId, detail }]);
  await publishChange(db, [personId], ["requests", "notifications"]);
}

const policyWaiting = () =>
  new ApiError(
    409,
    "POLICY_WAITING",
    "A change of the policy waits for a second owner. Confirm or reject it first.",
  );
const policyChanged = () =>
  new ApiError(409, "POLICY_CHANGED", "The policy changed since you read it. Read it again.");
