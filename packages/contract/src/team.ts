import * as z from "zod/mini";
import { count, dataAnswer, defineCall, instant, messageAnswer } from "./call.ts";
import { day, id, idName, idParams, mobile } from "./fields.ts";
import { text } from "./form-fields.ts";
import { limits } from "./limits.ts";
import { installationRoles, tenantRoles } from "./roles.ts";

/** Of a person. */
export const personName = text({
  required: "Name is required",
  min: [limits.tenantNameCharsMin, "Name must be at least 2 characters"],
  max: [limits.tenantNameCharsMax, "Name must not exceed 100 characters"],
});

function rolesOf<const R extends readonly string[]>(known: R) {
  return z
    .array(z.enum(known, { error: "There is no such role" }), { error: "Choose a role" })
    .check(
      z.minLength(1, "Choose at least one role"),
      z.refine((list) => new Set(list).size === list.length, "Name each role once"),
    );
}

const ofTenant = { roles: rolesOf(tenantRoles) };
const ofInstallation = { roles: rolesOf(installationRoles) };

/** What both forms share. */
export const guestForm = z.object({ name: personName, mobile });
/** The form of an invitation; who signs in with the number accepts or declines it. */
export const memberForm = z.object({ name: personName, mobile, ...ofTenant });
export const superAdminForm = z.object({ name: personName, mobile, ...ofInstallation });
export const memberRolesForm = z.object(ofTenant);
export const superAdminRolesForm = z.object(ofInstallation);
const statusForm = z.object({
  is_active: z.boolean({ error: "is_active must be true or false" }),
});

const anyRole = z.enum([...tenantRoles, ...installationRoles]);

export const teamMember = z
  .object({
    id,
    name: z.string(),
    mobile: z.string(),
    roles: z.array(anyRole),
    since: instant(),
    /** To this business; null before the first sign-in. */
    last_signed_in_at: z.nullable(instant()),
    is_active: z.boolean(),
    /** Left the business; only a new invitation brings them back. */
    has_left: z.boolean(),
    is_you: z.boolean(),
    /** What is still open of theirs: payouts in progress, or proposed changes of a super admin. */
    open_count: count(),
    /** Who approves in their place while they can't; of a super admin none. */
    deputies: z.array(idName),
    /** The days of a leave that is not over; null: none. */
    away_from: z.nullable(day),
    away_until: z.nullable(day),
  })
  .register(z.globalRegistry, { id: "TeamMember" });
export type TeamMember = z.output<typeof teamMember>;

export const invitation = z
  .object({
    id,
    name: z.string(),
    mobile: z.string(),
    roles: z.array(anyRole),
    /** The name of who sent it. */
    invited_by: z.string(),
    /** As a member. */
    invited_by_id: id,
    sent_at: instant(),
    expires_at: instant(),
    is_expired: z.boolean(),
  })
  .register(z.globalRegistry, { id: "Invitation" });
export type Invitation = z.output<typeof invitation>;

// Marked, so that the console, which reads no schema of an answer, does not carry it.
const teamAnswer = /* @__PURE__ */ dataAnswer(
  z.object({
    /** Active ones first, by name. */
    members: z.array(teamMember),
    /** Neither accepted nor cancelled, newest first. */
    invitations: z.array(invitation),
  }),
);
const invitationAnswer = /* @__PURE__ */ dataAnswer(z.object({ id, expires_at: instant() }));
const tenantTeam = { tag: "Team", who: "tenant", needs: "manage_team" } as const;
const installationTeam = { tag: "Team", who: "superadmin", needs: "manage" } as const;
const inviteErrors = [
  "MEMBER_EXISTS",
  "PHONE_TAKEN",
  "INVITATION_EXISTS",
  "TEAM_FULL",
  "TOO_MANY_REQUESTS",
] as const;
const signed = { signs: "request" } as const;

export const listTeam = defineCall({
  ...tenantTeam,
  name: "listTeam",
  summary: "Members of the business and open invitations",
  method: "GET",
  path: "/team",
  changesWith: ["account"],
  answer: teamAnswer,
});

export const inviteMember = defineCall({
  ...tenantTeam,
  name: "inviteMember",
  summary: "Invite a mobile number; who signs in with it within 7 days accepts or declines",
  method: "POST",
  path: "/team/invitations",
  stepUp: signed,
  body: memberForm,
  status: 201,
  idempotent: true,
  answer: invitationAnswer,
  errors: inviteErrors,
  example: { request: { name: "Priya Nair", mobile: "9000000004", roles: ["preparer"] } },
});

export const repeatInvitation = defineCall({
  ...tenantTeam,
  name: "repeatInvitation",
  summary: "Give an open or expired invitation another 7 days",
  method: "POST",
  path: "/team/invitations/{id}/repeat",
  stepUp: signed,
  params: idParams,
  idempotent: true,
  answer: invitationAnswer,
  errors: ["INVITATION_CLOSED", "TOO_MANY_REQUESTS"],
});

export const cancelInvitation = defineCall({
  ...tenantTeam,
  name: "cancelInvitation",
  summary: "Cancel an open invitation",
  method: "POST",
  path: "/team/invitations/{id}/cancel",
  params: idParams,
  idempotent: true,
  answer: messageAnswer,
  errors: ["INVITATION_CLOSED"],
});

export const changeMemberRoles = defineCall({
  ...tenantTeam,
  name: "changeMemberRoles",
  summary: "Replace another member's roles",
  method: "PUT",
  path: "/team/{id}/roles",
  stepUp: signed,
  params: idParams,
  body: memberRolesForm,
  idempotent: true,
  answer: messageAnswer,
  errors: ["LAST_OWNER"],
  example: { request: { roles: ["preparer", "viewer"] } },
});

export const setMemberStatus = defineCall({
  ...tenantTeam,
  name: "setMemberStatus",
  summary: "Disable another member and end their sessions at once, or enable them again",
  method: "PATCH",
  path: "/team/{id}/status",
  // Ending access needs no phone.
  stepUp: { signs: "request", unless: ({ is_active }: z.output<typeof statusForm>) => !is_active },
  params: idParams,
  body: statusForm,
  idempotent: true,
  answer: messageAnswer,
  errors: ["LAST_OWNER", "MEMBER_LEFT"],
});

export const leaveTeam = defineCall({
  tag: "Team",
  who: "person",
  name: "leaveTeam",
  summary: "Leave the business of this session, which ends with your other sessions of it",
  method: "POST",
  path: "/team/leave",
  stepUp: signed,
  answer: messageAnswer,
  errors: ["NOT_FOUND", "LAST_OWNER"],
});

/** The form of a person's own name. */
export const ownNameForm = z.object({ name: personName });

export const changeOwnName = defineCall({
  tag: "Team",
  who: "person",
  name: "changeOwnName",
  summary: "Change your own name, which every business of yours shows",
  method: "PUT",
  path: "/account/name",
  stepUp: signed,
  body: ownNameForm,
  idempotent: true,
  answer: messageAnswer,
  example: { request: { name: "Priya Nair" } },
});

export const listSuperAdmins = defineCall({
  ...installationTeam,
  name: "listSuperAdmins",
  summary: "Super admins and open invitations",
  method: "GET",
  path: "/super-admin/team",
  needs: "view",
  changesWith: ["account"],
  answer: teamAnswer,
});

export const inviteSuperAdmin = defineCall({
  ...installationTeam,
  name: "inviteSuperAdmin",
  summary:
    "Invite a mobile number as a super admin; who signs in with it within 7 days accepts or declines",
  method: "POST",
  path: "/super-admin/team/invitations",
  stepUp: signed,
  body: superAdminForm,
  status: 201,
  idempotent: true,
  answer: invitationAnswer,
  errors: inviteErrors,
  example: { request: { name: "Anil Sharma", mobile: "9000000005", roles: ["operations"] } },
});

export const repeatSuperAdminInvitation = defineCall({
  ...installationTeam,
  name: "repeatSuperAdminInvitation",
  summary: "Give an open or expired invitation of a super admin another 7 days",
  method: "POST",
  path: "/super-admin/team/invitations/{id}/repeat",
  stepUp: signed,
  params: idParams,
  idempotent: true,
  answer: invitationAnswer,
  errors: ["INVITATION_CLOSED", "TOO_MANY_REQUESTS"],
});

export const cancelSuperAdminInvitation = defineCall({
  ...installationTeam,
  name: "cancelSuperAdminInvitation",
  summary: "Cancel an open invitation of a super admin",
  method: "POST",
  path: "/super-admin/team/invitations/{id}/cancel",
  stepUp: { unsigned: "Takes back what nobody has accepted" },
  params: idParams,
  idempotent: true,
  answer: messageAnswer,
  errors: ["INVITATION_CLOSED"],
});

export const changeSuperAdminRoles = defineCall({
  ...installationTeam,
  name: "changeSuperAdminRoles",
  summary: "Replace another super admin's roles",
  method: "PUT",
  path: "/super-admin/team/{id}/roles",
  stepUp: signed,
  params: idParams,
  body: superAdminRolesForm,
  idempotent: true,
  answer: messageAnswer,
  errors: ["LAST_OWNER"],
  example: { request: { roles: ["operations", "support"] } },
});

export const setSuperAdminStatus = defineCall({
  ...installationTeam,
  name: "setSuperAdminStatus",
  summary: "Disable another super admin and end their sessions at once, or enable them again",
  method: "PATCH",
  path: "/super-admin/team/{id}/status",
  stepUp: signed,
  params: idParams,
  body: statusForm,
  idempotent: true,
  answer: messageAnswer,
  errors: ["LAST_OWNER"],
});
