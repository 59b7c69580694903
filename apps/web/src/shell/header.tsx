import { Link } from "@tanstack/react-router";
import { Menu as MenuIcon, PanelLeft, Plus } from "lucide-react";
import { t } from "../language.ts";
import { mayStartPayout } from "../api/may-start-payout.ts";
import { may, type KnownUser } from "../api/session.ts";
import { branding } from "../branding.ts";
import { paths } from "../paths.ts";
import { Badge } from "../ui/badge.tsx";
import { buttonClass } from "../ui/button.tsx";
import { cn } from "../ui/class-names.ts";
import { AccountMenu } from "./account-menu.tsx";
import { HeaderNavigation } from "./header-navigation.tsx";
import { Mark } from "./mark.tsx";
import { exactMatch } from "./menu.ts";
import { SearchButton } from "./search-button.tsx";
import { useNavigation } from "./navigation.ts";
import { NotificationBell } from "../common/notifications/notification-bell.tsx";
import { roleName } from "../common/people/person.ts";

interface HeaderProps {
  user: KnownUser;
  onToggleSidebar: () => void;
}

/** On the Payouts page the link leads to where one is, so it goes to the form. */
function focusPayoutForm() {
  document.querySelector<HTMLElement>("main form button")?.focus();
}

export function Header({ user, onToggleSidebar }: HeaderProps) {
  const { title = branding.product, home, awaitingMe } = useNavigation();
  return (
    <header className="sticky top-0 z-30 flex h-14 shrink-0 items-center gap-1 border-b border-line bg-surface/90 pr-3 pl-1 frosted md:gap-2 md:pr-5">
      <button
        type="button"
        onClick={onToggleSidebar}
        aria-label={t`Toggle sidebar`}
        aria-keyshortcuts="Control+B Meta+B"
        className={buttonClass({ variant: "ghost", size: "icon" })}
      >
        <MenuIcon className="md:hidden" />
        <PanelLeft className="max-md:hidden" />
      </button>
      <Link
        to={home}
        activeOptions={exactMatch}
        aria-label={title}
        className="flex items-center gap-2.5 rounded-control text-base font-semibold tracking-tight"
      >
        <Mark className="size-7.5" />
        <span className="whitespace-nowrap max-md:hidden">{title}</span>
      </Link>
      <Badge tone="brand" className="max-md:hidden">
        {roleName(user)}
      </Badge>
      <span aria-hidden className="mx-1 h-5 w-px bg-line max-md:hidden" />
      <HeaderNavigation />
      <span className="flex-1" />
      <SearchButton user={user} />
      {mayStartPayout(user) && (
        <Link
          to={paths.payouts}
          activeOptions={exactMatch}
          aria-label={t`New Payout`}
          onClick={focusPayoutForm}
          className={cn(buttonClass({ size: "md" }), "max-sm:w-10 max-sm:px-0")}
        >
          <Plus />
          <span className="max-sm:hidden">{t`New Payout`}</span>
        </Link>
      )}
      {may(user, "notifications") && <NotificationBell awaitingMe={awaitingMe} />}
      <AccountMenu user={user} />
    </header>
  );
}
