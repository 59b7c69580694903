import { logout, type User } from "@rokad/contract/sign-in";
import { Link } from "@tanstack/react-router";
import { Landmark, LogOut } from "lucide-react";
import { send } from "../api/client.ts";
import { leaveSession } from "../api/session.ts";
import { readTokens } from "../api/tokens.ts";
import { paths } from "../paths.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Menu, MenuHeading, MenuItem, MenuSeparator } from "../ui/menu.tsx";
import { initialOf, nameOf, readablePhone } from "./person.ts";

export function AccountMenu({ user }: { user: User }) {
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`Account of ${nameOf(user)}`}
          className="flex h-10 items-center gap-2.5 rounded-full p-0.5 transition-colors duration-150 hover:bg-sunken md:pr-3"
        >
          <Avatar text={initialOf(user)} />
          <span className="max-w-36 truncate text-sm font-medium max-md:hidden">{nameOf(user)}</span>
        </button>
      }
    >
      <MenuHeading>
        <span className="block truncate font-medium">{nameOf(user)}</span>
        <span className="block text-dense text-muted tabular-nums">{readablePhone(user.phone)}</span>
      </MenuHeading>
      <MenuSeparator />
      {user.role !== "superadmin" && (
        <MenuItem icon={<Landmark />} render={<Link to={paths.bankAccounts} />}>
          Bank Accounts
        </MenuItem>
      )}
      <MenuItem icon={<LogOut />} onSelect={() => void signOut()}>
        Sign Out
      </MenuItem>
    </Menu>
  );
}

/** The server is told, but its silence keeps nobody signed in on this device. */
async function signOut(): Promise<void> {
  const refreshToken = readTokens()?.refresh;
  try {
    await send(logout, { body: refreshToken ? { refresh_token: refreshToken } : {} });
  } catch {
    // The refresh token runs out by itself.
  }
  leaveSession();
}
