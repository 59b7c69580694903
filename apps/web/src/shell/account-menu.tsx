import { lazy, Suspense } from "react";
import { t } from "../language.ts";
import type { KnownUser } from "../api/session.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Dropdown } from "../ui/dropdown.tsx";
import { initialOf, nameOf } from "../common/people/person.ts";
import { describeRoles } from "../common/people/role-names.ts";

const loadItems = () => import("./account-items.tsx");
const AccountItems = lazy(async () => ({ default: (await loadItems()).AccountItems }));

export function AccountMenu({ user }: { user: KnownUser }) {
  const business = actsFor(user);
  return (
    <Dropdown
      align="end"
      className="w-60"
      button={{
        "aria-label": t`Account of ${nameOf(user)}${business && `, ${business}`}`,
        onPointerEnter: () => void loadItems(),
        className:
          "flex h-10 min-w-0 items-center gap-2.5 rounded-full p-0.5 transition-colors duration-150 hover:bg-hover md:pr-3",
        children: (
          <>
            <Avatar text={initialOf(user)} />
            <span className="grid max-w-44 text-left lg:max-w-64 leading-tight max-md:hidden">
              <span className="truncate text-sm font-medium">{nameOf(user)}</span>
              {business && <span className="truncate text-xs text-muted">{business}</span>}
            </span>
          </>
        ),
      }}
    >
      <Suspense>
        <AccountItems user={user} />
      </Suspense>
    </Dropdown>
  );
}

/** `Asha Textiles, Approver`; nothing for an owner whose business has their own name. */
function actsFor({ name, membership }: KnownUser): string {
  if (!membership) return "";
  const { tenant, roles } = membership;
  const isOwnName = tenant.name === name && roles.includes("owner");
  return isOwnName ? "" : `${tenant.name}, ${describeRoles(roles)}`;
}
