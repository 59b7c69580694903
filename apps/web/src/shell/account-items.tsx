import { logout, me } from "@rokad/contract/sign-in";
import { Link } from "@tanstack/react-router";
import {
  BellRing,
  Building2,
  FileDown,
  Landmark,
  Languages,
  LogOut,
  MonitorSmartphone,
  Settings,
} from "lucide-react";
import { useState } from "react";
import { t } from "../language.ts";
import { send } from "../api/client.ts";
import { hasRole, leaveSession, may, type KnownUser } from "../api/session.ts";
import { readTokens } from "../api/tokens.ts";
import { useApi } from "../api/use-api.ts";
import { paths, superAdminPaths } from "../paths.ts";
import { Badge } from "../ui/badge.tsx";
import { dropdownItem } from "../ui/dropdown.tsx";
import { useDropdownClose } from "../ui/floating.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { otherLanguage, switchLanguage } from "./language-switch.ts";
import { nameOf, formatPhone, roleName } from "../common/people/person.ts";

export function AccountItems({ user }: { user: KnownUser }) {
  const [isSigningOut, setIsSigningOut] = useState(false);
  const close = useDropdownClose();
  const { tenant, memberships, invitations } =
    useApi(me, {}, { dedupeSeconds: 30 }).data?.data ?? {};
  return (
    <>
      <div className="border-b border-line px-2.5 pt-1.5 pb-2.5">
        <p className="flex items-center justify-between gap-2 text-sm font-medium">
          <span className="truncate">{nameOf(user)}</span>
          <Badge tone="brand">{roleName(user)}</Badge>
        </p>
        <p className="text-dense text-muted tabular-nums">{formatPhone(user.phone)}</p>
        {tenant && tenant.name !== user.name && (
          <p className="truncate text-dense text-muted">{tenant.name}</p>
        )}
      </div>
      <div className="pt-1.5">
        {user.role === "superadmin" ? (
          <Link to={superAdminPaths.settings} onClick={close} className={dropdownItem}>
            <Settings aria-hidden />
            {t`System Settings`}
          </Link>
        ) : (
          may(user, "view") && (
            <Link to={paths.bankAccounts} onClick={close} className={dropdownItem}>
              <Landmark aria-hidden />
              {t`Bank Accounts`}
            </Link>
          )
        )}
        {memberships && memberships.length > 0 && (
          <Link to={paths.businesses} onClick={close} className={dropdownItem}>
            <Building2 aria-hidden />
            {memberships.length > 1 ? t`Switch Business` : t`Your Business`}
            {invitations && invitations.length > 0 && <Badge tone="info">{t`Invited`}</Badge>}
          </Link>
        )}
        {hasRole(user, "operator") && may(user, "report") && (
          <Link to={paths.reports} onClick={close} className={dropdownItem}>
            <FileDown aria-hidden />
            {t`Download Reports`}
          </Link>
        )}
        <Link to={paths.sessions} onClick={close} className={dropdownItem}>
          <MonitorSmartphone aria-hidden />
          {t`Sessions`}
        </Link>
        <Link to={paths.notifications} onClick={close} className={dropdownItem}>
          <BellRing aria-hidden />
          {t`Notifications`}
        </Link>
        <button
          type="button"
          lang={otherLanguage.tag}
          className={dropdownItem}
          onClick={switchLanguage}
        >
          <Languages aria-hidden />
          {otherLanguage.name}
        </button>
        <button
          type="button"
          className={dropdownItem}
          disabled={isSigningOut}
          onClick={() => {
            setIsSigningOut(true);
            void signOut();
          }}
        >
          {isSigningOut ? <Spinner /> : <LogOut aria-hidden />}
          {t`Sign Out`}
        </button>
      </div>
    </>
  );
}

/** Signs out on the server too, but an unreachable server does not keep the session here. */
async function signOut(): Promise<void> {
  const refreshToken = readTokens()?.refresh;
  try {
    await send(logout, { body: refreshToken ? { refresh_token: refreshToken } : {} });
  } catch {
    // The refresh token expires on the server.
  }
  leaveSession();
}
