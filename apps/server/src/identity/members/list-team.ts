import type { Invitation, TeamMember } from "@rokad/contract/team";
import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import { today } from "../../kernel/days.ts";
import { database } from "../../database/db.ts";
import type { Person } from "../../kernel/person.ts";
import { isOpenInvitation } from "../people/invitations.ts";
import { teamOf, type TeamRole } from "./lock-members.ts";

interface MemberRow {
  id: string;
  name: string;
  mobile: string;
  roles: TeamRole[];
  is_active: boolean;
  has_left: boolean;
  since: Date;
  last_signed_in_at: Date | null;
  open_count: bigint;
}

interface DeputyRow {
  person_id: string;
  id: string;
  name: string;
  away_from: string | null;
  away_until: string | null;
}

interface Team {
  readonly members: TeamMember[];
  readonly invitations: Invitation[];
}

/** The members and open invitations of the team for which a person acts. */
export function listTeam(person: Person): Promise<Team> {
  return readTeam(teamOf(person), person.isViewed ? null : person.member.id);
}

/** @param team a tenant; null for the installation's. @param reader whose row is marked as theirs. */
export async function readTeam(team: string | null, reader: string | null): Promise<Team> {
  const [{ rows: members }, { rows: deputies }, invitations] = await Promise.all([
    (team === null ? selectSuperAdmins() : selectMembers(team)).execute(database()),
    selectDeputies(team).execute(database()),
    selectInvitations(team),
  ]);
  const deputiesOf = Map.groupBy(deputies, ({ person_id: id }) => id);
  return {
    members: members.map(({ since, last_signed_in_at: lastAt, open_count: open, ...row }) => ({
      ...row,
      since: since.toISOString(),
      last_signed_in_at: lastAt?.toISOString() ?? null,
      is_you: row.id === reader,
      open_count: Number(open),
      deputies: (deputiesOf.get(row.id) ?? []).map(({ id, name }) => ({ id, name })),
      away_from: deputiesOf.get(row.id)?.[0]?.away_from ?? null,
      away_until: deputiesOf.get(row.id)?.[0]?.away_until ?? null,
    })),
    invitations: invitations.map(({ roles, sent_at: sentAt, expires_at: expiresAt, ...row }) => ({
      ...row,
      roles: roles as TeamRole[],
      sent_at: sentAt.toISOString(),
      expires_at: expiresAt.toISOString(),
      is_expired: expiresAt <= now(),
    })),
  };
}

/** What a founder sends has no `initiated_by`. */
const selectMembers = (tenantId: string) => sql<MemberRow>`
  with open_payouts as (
    select coalesce(initiated_by, tenant_id) as sent_by, count(*) as count
    from payouts
    where id in (select payout_id from payout_queue where tenant_id = ${tenantId})
      and status in ('pending', 'processing')
    group by 1
  )
  select people.id, people.name, people.mobile, roles, disabled_at is null as is_active,
    left_at is not null as has_left,
    memberships.created_at as since, coalesce(open_payouts.count, 0) as open_count,
    (
      select max(sessions.created_at) from sessions
      where person_id = people.id and sessions.tenant_id = ${tenantId}
    ) as last_signed_in_at
  from memberships
  join people on people.id = memberships.person_id
  left join open_payouts on sent_by = people.id
  where memberships.tenant_id = ${tenantId}
  order by is_active desc, people.name, people.id
`;

/** Of a leave that is over, the days are null. */
const selectDeputies = (tenantId: string | null) => sql<DeputyRow>`
  select person_id, people.id, people.name,
    case when away_until >= ${today()}::date then away_from::text end as away_from,
    case when away_until >= ${today()}::date then away_until::text end as away_until
  from deputies join people on people.id = deputy_id
  where tenant_id = ${tenantId} and ended_at is null
  order by people.name, people.id
`;

/** What a super admin proposed can't be confirmed once they may no longer decide. */
const selectSuperAdmins = () => sql<MemberRow>`
  select id, name, mobile, installation_roles as roles, is_active, false as has_left,
    created_at as since,
    (select max(sessions.created_at) from sessions where person_id = people.id)
      as last_signed_in_at,
    (
      select count(*) from proposals
      where proposed_by = people.id and state = 'waiting' and expires_at > ${now()}
    ) + (
      select count(*) from adjustments where proposed_by = people.id and state = 'proposed'
    ) + (
      select count(*) from payout_decisions where proposed_by = people.id and state = 'proposed'
    ) as open_count
  from people where installation_roles is not null
  order by is_active desc, name, id
`;

function selectInvitations(team: string | null) {
  return database()
    .selectFrom("invitations")
    .innerJoin("people", "people.id", "invited_by")
    .select([
      "invitations.id",
      "invitations.name",
      "invitations.mobile",
      "roles",
      "people.name as invited_by",
      "people.id as invited_by_id",
      "sent_at",
      "expires_at",
    ])
    .where("tenant_id", "is not distinct from", team)
    .where(isOpenInvitation)
    .orderBy("sent_at", "desc")
    .execute();
}
