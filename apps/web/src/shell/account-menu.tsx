import { lazy, Suspense, useState } from "react";
import type { KnownUser } from "../api/session.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Dropdown } from "../ui/dropdown.tsx";
import { initialOf, nameOf } from "../common/people/person.ts";

const loadItems = () => import("./account-items.tsx");
const AccountItems = lazy(async () => ({ default: (await loadItems()).AccountItems }));

export function AccountMenu({ user }: { user: KnownUser }) {
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <Dropdown
      align="end"
      className="w-60"
      onOpenChange={(isOpen) => isOpen && setWasOpened(true)}
      button={{
        "aria-label": `Account of ${nameOf(user)}`,
        onPointerEnter: () => void loadItems(),
        className:
          "flex h-10 min-w-0 items-center gap-2.5 rounded-full p-0.5 transition-colors duration-150 hover:bg-hover md:pr-3",
        children: (
          <>
            <Avatar text={initialOf(user)} />
            <span className="max-w-36 truncate text-sm font-medium max-md:hidden">
              {nameOf(user)}
            </span>
          </>
        ),
      }}
    >
      <Suspense>{wasOpened && <AccountItems user={user} />}</Suspense>
    </Dropdown>
  );
}
