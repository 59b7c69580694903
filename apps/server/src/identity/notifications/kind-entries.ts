import { notificationKinds, type NotificationKind } from "@rokad/contract/notifications";
import type { KindEntry } from "./notification-kind.ts";
import { personKinds } from "./person-kinds.ts";
import { superAdminKinds } from "./super-admin-kinds.ts";
import { tenantKinds } from "./tenant-kinds.ts";

type Entry = Omit<KindEntry, "title" | "text" | "emailText" | "page"> & {
  readonly page: string | ((row: never) => string) | null;
};

/** The entry of every kind, without what depends on the row of its audience. */
export const kindEntries: Readonly<Record<NotificationKind, Entry>> = {
  ...tenantKinds,
  ...superAdminKinds,
};

/**
 * The kinds that a person of this audience can get, in the contract's order. A `member` is one whose
 * roles don't show the business's notifications: they get those about themselves.
 */
export function kindsFor(audience: "tenant" | "member" | "superadmin"): NotificationKind[] {
  const own = { tenant: tenantKinds, member: personKinds, superadmin: superAdminKinds }[audience];
  return notificationKinds.filter((kind) => Object.hasOwn(own, kind));
}

/** Whether a kind is about a person and not about a business. */
export function isPersonal(kind: NotificationKind): boolean {
  return Object.hasOwn(personKinds, kind);
}

/**
 * The page for several notifications of one kind; null if there is none.
 * @param audience whose they are: a kind of both has a page for each.
 */
export function listPageOf(
  kind: NotificationKind,
  audience: "tenant" | "superadmin",
): string | null {
  const own: Readonly<Partial<Record<NotificationKind, Entry>>> =
    audience === "superadmin" ? superAdminKinds : tenantKinds;
  const { listPage, page } = own[kind] ?? kindEntries[kind];
  return listPage ?? (typeof page === "string" ? page : null);
}
