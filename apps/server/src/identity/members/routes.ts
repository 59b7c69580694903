import * as calls from "@rokad/contract/team";
import type { FastifyInstance } from "fastify";
import { database } from "../../database/db.ts";
import { keyedRequest, runOnce } from "../../http/idempotency.ts";
import { serve } from "../../http/serve.ts";
import { notFound } from "../../kernel/errors.ts";
import { cancelInvitation, nameOfInvitation, repeatInvitation } from "./change-invitation.ts";
import { changeRoles } from "./change-roles.ts";
import { inviteMember } from "./invite-member.ts";
import { listTeam } from "./list-team.ts";
import { teamOf } from "./lock-members.ts";
import { disableMember, enableMember } from "./set-member-status.ts";

export function teamRoutes(app: FastifyInstance): void {
  for (const call of [calls.listTeam, calls.listSuperAdmins] as const)
    serve(app, call, async ({ person }) => ({ data: await listTeam(person) }));

  serveInvitations(app);

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
      async ({ params, body }) =>
        `Give ${await nameOfSuperAdmin(params.id)} the roles ${body.roles.join(", ")}`,
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
      async ({ params, body }) =>
        `${body.is_active ? "Enable" : "Disable"} super admin ${await nameOfSuperAdmin(params.id)}`,
    );
  }
}

function serveInvitations(app: FastifyInstance): void {
  for (const call of [calls.inviteMember, calls.inviteSuperAdmin] as const) {
    serve(
      app,
      call,
      (request) =>
        runOnce(keyedRequest(call, request))(async (db) => ({
          message: "Invitation created",
          data: await inviteMember(db, request.person, request.body),
        })),
      async ({ body }) =>
        `Invite ${body.name} with mobile number ${body.mobile} as ${body.roles.join(", ")}`,
    );
  }

  for (const call of [calls.repeatInvitation, calls.repeatSuperAdminInvitation] as const) {
    serve(
      app,
      call,
      (request) =>
        runOnce(keyedRequest(call, { ...request, body: undefined }))(async (db) => ({
          message: "Invitation repeated",
          data: await repeatInvitation(db, request.person, request.params.id),
        })),
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

/** For what a signature says. @throws 404. */
async function nameOfSuperAdmin(id: string): Promise<string> {
  const person = await database()
    .selectFrom("people")
    .select("name")
    .where("id", "=", id)
    .where("role", "=", "superadmin")
    .executeTakeFirst();
  if (!person) throw notFound("This member");
  return person.name;
}
