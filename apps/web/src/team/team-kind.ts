import type { InstallationRole, TenantRole } from "@rokad/contract/roles";
import * as calls from "@rokad/contract/team";
import { t } from "../language.ts";
import { send } from "../api/client.ts";
import { sendIdempotent } from "../api/send-idempotent.ts";
import { roleLabel, type TeamRole } from "../common/people/role-names.ts";
import type { CheckboxCardOption } from "../ui/checkbox-cards.tsx";

interface Guest {
  readonly name: string;
  readonly mobile: string;
  readonly roles: readonly TeamRole[];
}

/** What differs between the team of a business and that of the installation. */
export interface TeamKind {
  readonly list: typeof calls.listTeam | typeof calls.listSuperAdmins;
  readonly description: string;
  readonly roles: readonly CheckboxCardOption<TeamRole>[];
  /** Whether something waits for a member by name, which a deputy can take over. */
  readonly hasDeputies: boolean;
  /** What goes on when the person is disabled. */
  readonly describeOpen: (count: number) => string;
  readonly invite: (guest: Guest) => Promise<unknown>;
  readonly repeat: (id: string) => Promise<unknown>;
  readonly cancel: (id: string) => Promise<unknown>;
  readonly changeRoles: (id: string, roles: readonly TeamRole[]) => Promise<unknown>;
  readonly setStatus: (id: string, isActive: boolean) => Promise<unknown>;
}

const tenantSentences: Record<TenantRole, string> = {
  owner: t`Does everything: sends money and changes the team.`,
  preparer: t`Checks beneficiaries, requests deposits, adds bank accounts. Sends no money.`,
  approver: t`Approves or rejects payouts and batches.`,
  viewer: t`Sees wallet and payouts, downloads reports.`,
  accountant: t`Downloads statements and reports. Sees no payouts.`,
  developer: t`API keys, and how your own programs use them.`,
};

const installationSentences: Record<InstallationRole, string> = {
  owner: t`Does everything: tenants, settings and this team.`,
  operations: t`Decides on deposits, bank accounts, suspense and payouts.`,
  finance: t`Money settings, adjustments, reconciliation and reports.`,
  support: t`Looks at everything and views as tenant, read-only.`,
  auditor: t`Reads everything and checks the books. Changes nothing.`,
};

export const tenantTeam: TeamKind = {
  list: calls.listTeam,
  description: t`People who act for this business, and what each may do`,
  roles: optionsOf(tenantSentences),
  hasDeputies: true,
  describeOpen: (count) =>
    count === 1
      ? t`1 payout in progress that they sent goes on.`
      : t`${count} payouts in progress that they sent go on.`,
  invite: (guest) =>
    sendIdempotent(calls.inviteMember, {
      body: { ...guest, roles: [...guest.roles] as TenantRole[] },
    }),
  repeat: (id) => send(calls.repeatInvitation, { params: { id } }),
  cancel: (id) => send(calls.cancelInvitation, { params: { id } }),
  changeRoles: (id, roles) =>
    send(calls.changeMemberRoles, {
      params: { id },
      body: { roles: [...roles] as TenantRole[] },
    }),
  setStatus: (id, isActive) =>
    send(calls.setMemberStatus, { params: { id }, body: { is_active: isActive } }),
};

export const installationTeam: TeamKind = {
  list: calls.listSuperAdmins,
  description: t`Super admins of this installation, and what each may do`,
  roles: optionsOf(installationSentences),
  hasDeputies: false,
  describeOpen: (count) =>
    count === 1
      ? t`1 change that they proposed can't be confirmed any more.`
      : t`${count} changes that they proposed can't be confirmed any more.`,
  invite: (guest) =>
    sendIdempotent(calls.inviteSuperAdmin, {
      body: { ...guest, roles: [...guest.roles] as InstallationRole[] },
    }),
  repeat: (id) => send(calls.repeatSuperAdminInvitation, { params: { id } }),
  cancel: (id) => send(calls.cancelSuperAdminInvitation, { params: { id } }),
  changeRoles: (id, roles) =>
    send(calls.changeSuperAdminRoles, {
      params: { id },
      body: { roles: [...roles] as InstallationRole[] },
    }),
  setStatus: (id, isActive) =>
    send(calls.setSuperAdminStatus, { params: { id }, body: { is_active: isActive } }),
};

function optionsOf<R extends TeamRole>(
  sentences: Readonly<Record<R, string>>,
): CheckboxCardOption<TeamRole>[] {
  return (Object.keys(sentences) as R[]).map((role) => ({
    value: role,
    label: roleLabel(role),
    description: sentences[role],
  }));
}
