import type { DeputiesForm } from "@rokad/contract/deputies";
import type { Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { record } from "../../identity/audit/record.ts";
import { lockMembers, type LockedMember } from "../../identity/members/lock-members.ts";
import { notifyTeam } from "../../identity/members/notify-team.ts";
import { now } from "../../kernel/clock.ts";
import { dayInIndia } from "../../kernel/days.ts";
import { invalidInput, notFound, notSignedIn } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import type { Tenant } from "../../kernel/person.ts";
import { canApprove } from "../approval-policies/match-approvers.ts";
import { readDeputies } from "./describe-deputies.ts";
import { notifyUnblocked } from "../approval-queue/notify-unblocked.ts";

/**
 * Replaces who approves in a person's place, and on which days the person is away. Deputies also act
 * while the person is disabled or has no role that approves. It counts for what waits already.
 * @param by the person, or an owner of the business.
 * @throws 401 for one's own after one was disabled; 403 for another person's unless an owner names
 *   them; 404; 400 for a deputy who can't approve.
 */
export async function setDeputies(
  db: Tx,
  by: Tenant,
  personId: string,
  form: DeputiesForm,
): Promise<void> {
  const isOwn = by.member.id === personId;
  const members = await lockMembers(db, by.tenantId, isOwn ? null : by);
  const person = members.find(({ id }) => id === personId);
  // Closes the race with the end of their membership, which ended the session too.
  if (isOwn && !person?.isActive) throw notSignedIn();
  if (!person) throw notFound("This member");
  const deputies = form.deputies.map((id) => findDeputy(members, person, id));
  await lockMembership(db, by.tenantId, personId);
  const before = await readDeputies(db, by.tenantId, personId);
  const at = now();
  await db
    .updateTable("deputies")
    .set({ ended_at: at })
    .where("tenant_id", "=", by.tenantId)
    .where("person_id", "=", personId)
    .where("ended_at", "is", null)
    .execute();
  if (deputies.length > 0) {
    await db
      .insertInto("deputies")
      .values(
        deputies.map(({ id }) => ({
          id: newId(),
          tenant_id: by.tenantId,
          person_id: personId,
          deputy_id: id,
          away_from: form.away_from,
          away_until: form.away_until,
          named_by: by.member.id,
          named_at: at,
        })),
      )
      .execute();
  }
  const names = deputies.map(({ name }) => name);
  await notifyTeam(
    db,
    by.tenantId,
    by,
    describe(isOwn ? null : person.name, names, form),
    personId,
  );
  await notifyUnblocked(db, by.tenantId);
  await publishChange(db, [by.tenantId], ["requests", "payouts"]);
  await record(db, {
    act: "deputies.changed",
    by,
    subject: { kind: "person", id: personId },
    before: {
      deputies: before.map(({ name }) => name),
      away_from: before[0]?.away_from ?? null,
      away_until: before[0]?.away_until ?? null,
    },
    after: {
      name: person.name,
      deputies: names,
      away_from: form.away_from,
      away_until: form.away_until,
    },
  });
}

function findDeputy(
  members: readonly LockedMember[],
  person: LockedMember,
  id: string,
): LockedMember {
  if (id === person.id)
    throw invalidInput({ deputies: `${person.name} can't be their own deputy` });
  const deputy = members.find((member) => member.id === id && member.isActive);
  if (!deputy) throw invalidInput({ deputies: "Name active members only" });
  if (!canApprove(deputy.roles))
    throw invalidInput({ deputies: `${deputy.name} can't approve: make them an approver first` });
  return deputy;
}

/**
 * Closes the race with an approval by a deputy, which locks the memberships: it commits before the
 * deputies change, or sees the change.
 */
async function lockMembership(db: Tx, tenantId: string, personId: string): Promise<void> {
  await db
    .selectFrom("memberships")
    .select("person_id")
    .where("tenant_id", "=", tenantId)
    .where("person_id", "=", personId)
    .forNoKeyUpdate()
    .execute();
}

/** @param whose null for the person's own. */
function describe(
  whose: string | null,
  names: readonly string[],
  { away_from: from, away_until: until }: DeputiesForm,
): string {
  const days = from && until ? ` from ${dayInIndia(from)} to ${dayInIndia(until)}` : "";
  if (names.length === 0)
    return whose === null ? "has no deputy any more" : `removed the deputies of ${whose}`;
  const deputies = names.join(", ");
  return whose === null
    ? `named ${deputies} as deputy${days}`
    : `named ${deputies} as deputy of ${whose}${days}`;
}
