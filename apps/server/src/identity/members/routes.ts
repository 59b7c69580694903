import * as calls from "@rokad/contract/team";
import type { FastifyInstance } from "fastify";
import { database, transaction } from "../../database/db.ts";
import { keyedRequest, runOnce } from "../../http/idempotency.ts";
import { serve } from "../../http/serve.ts";
import { notFound } from "../../kernel/errors.ts";
import { isTenant, ownerIdOf, isSuperAdmin, type Person } from "../../kernel/person.ts";
import { cancelInvitation, nameOfInvitation, repeatInvitation } from "./change-invitation.ts";
import { changeOwnName } from "./change-own-name.ts";
import { changeRoles } from "./change-roles.ts";
import { inviteMember } from "./invite-member.ts";
import { leaveTeam, lockLeaving } from "./leave-team.ts";
import { listTeam } from "./list-team.ts";
import { teamOf } from "./lock-members.ts";
import type { EnqueueInvitationText } from "./send-invitation-text.ts";
import { disableMember, enableMember } from "./set-member-status.ts";

/** @param enqueueText adds the job that texts the invited number. */
export function teamRoutes(app: FastifyInstance, enqueueText: EnqueueInvitationText): void {
  for (const call of [calls.listTeam, calls.listSuperAdmins] as const)
    serve(app, call, async ({ person }) => ({ data: await listTeam(person) }));

  serveInvitations(app, enqueueText);
  serveLeaving(app);
  serve(
    app,
    calls.changeOwnName,
    (request) =>
      runOnce(keyedRequest(calls.changeOwnName, request))(async (db) => {
        await changeOwnName(db, request.person, request.body.name);
        return { message: "Your name is changed" };
      }),
    async ({ body }) => `Change your name to ${body.name}`,
  );

  for (const call of [calls.changeMemberRoles, calls.changeSuperAdminRoles] as const) {
    serve(
      app,
      call,
      (request) =>
        runOnce(keyedRequest(call, request))(async (db) => {
          const { person, params, body } = request;
          await changeRoles(db, person, teamOf(person), params.id, body.roles);
          return { message: "Roles changed" };
        }),
      async ({ person, params, body }) =>
        `Give ${await nameOfMember(person, params.id)} the roles ${body.roles.join(", ")}`,
    );
  }

  for (const call of [calls.setMemberStatus, calls.setSuperAdminStatus] as const) {
    serve(
      app,
      call,
      (request) =>
        runOnce(keyedRequest(call, request))(async (db) => {
          const { person, params, body } = request;
          const change = body.is_active ? enableMember : disableMember;
          await change(db, person, teamOf(person), params.id);
          return { message: `Member ${body.is_active ? "enabled" : "disabled"}` };
        }),
      async ({ person, params, body }) => {
        const who = isSuperAdmin(person) ? "super admin " : "";
        const name = await nameOfMember(person, params.id);
        return `${body.is_active ? "Enable" : "Disable"} ${who}${name}`;
      },
    );
  }
}

function serveLeaving(app: FastifyInstance): void {
  serve(
    app,
    calls.leaveTeam,
    async ({ person }) => {
      await transaction((db) => leaveTeam(db, person));
      return { message: "You left the business" };
    },
    async ({ person }) => {
      // What would be refused is refused before a code is sent.
      await transaction((db) => lockLeaving(db, person));
      return `Leave ${isTenant(person) ? person.name : "the installation"}`;
    },
  );
}

function serveInvitations(app: FastifyInstance, enqueueText: EnqueueInvitationText): void {
  for (const call of [calls.inviteMember, calls.inviteSuperAdmin] as const) {
    serve(
      app,
      call,
      (request) =>
        runOnce(keyedRequest(call, request))(async (db) => {
          const data = await inviteMember(db, request.person, request.body);
          await enqueueText(db, data.id);
          return { message: "Invitation created", data };
        }),
      async ({ body }) =>
        `Invite ${body.name} with mobile number ${body.mobile} as ${body.roles.join(", ")}`,
    );
  }

  for (const call of [calls.repeatInvitation, calls.repeatSuperAdminInvitation] as const) {
    serve(
      app,
      call,
      (request) =>
        runOnce(keyedRequest(call, { ...request, body: undefined }))(async (db) => {
          const data = await repeatInvitation(db, request.person, request.params.id);
          await enqueueText(db, data.id);
          return { message: "Invitation repeated", data };
        }),
      async ({ person, params }) =>
        `Repeat the invitation of ${await nameOfInvitation(person, params.id)}`,
    );
  }

  for (const call of [calls.cancelInvitation, calls.cancelSuperAdminInvitation] as const) {
    serve(app, call, (request) =>
      runOnce(keyedRequest(call, { ...request, body: undefined }))(async (db) => {
        await cancelInvitation(db, request.person, request.params.id);
        return { message: "Invitation cancelled" };
      }),
    );
  }
}

/** For what a signature says. @throws 404 unless the person is on the changer's team. */
async function nameOfMember(by: Person, id: string): Promise<string> {
  const person = await database()
    .selectFrom("people")
    .select("name")
    .where("id", "=", id)
    .$if(isSuperAdmin(by), (query) => query.where("installation_roles", "is not", null))
    .$if(!isSuperAdmin(by), (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom("memberships")
            .select("person_id")
            .whereRef("person_id", "=", "people.id")
            .where("tenant_id", "=", ownerIdOf(by)),
        ),
      ),
    )
    .executeTakeFirst();
  if (!person) throw notFound("This member");
  return person.name;
}
