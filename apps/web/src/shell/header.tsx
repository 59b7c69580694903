import { Link } from "@tanstack/react-router";
import { Menu as MenuIcon, PanelLeft, Plus } from "lucide-react";
import type { User } from "@rokad/contract/sign-in";
import { hasFeature } from "../api/session.ts";
import { branding } from "../branding.ts";
import { paths } from "../paths.ts";
import { Badge } from "../ui/badge.tsx";
import { buttonClass } from "../ui/button.tsx";
import { cn } from "../ui/class-names.ts";
import { AccountMenu } from "./account-menu.tsx";
import { HeaderNavigation } from "./header-navigation.tsx";
import { roleName } from "./person.ts";

interface HeaderProps {
  user: User;
  onToggleSidebar: () => void;
}

export function Header({ user, onToggleSidebar }: HeaderProps) {
  return (
    <header className="sticky top-0 z-30 flex h-14 shrink-0 items-center gap-1.5 border-b border-line bg-surface/90 px-3 backdrop-blur-md md:gap-2 md:px-5">
      <button
        type="button"
        onClick={onToggleSidebar}
        aria-label="Toggle sidebar"
        aria-keyshortcuts="Control+B Meta+B"
        className={cn(buttonClass({ variant: "ghost", size: "icon" }), "-ml-1.5")}
      >
        <MenuIcon className="md:hidden" />
        <PanelLeft className="max-md:hidden" />
      </button>
      <HeaderNavigation />
      <span className="flex items-center gap-2.5 border-l border-line pl-3.5 max-md:hidden">
        <span className="text-sm font-semibold tracking-tight">{branding.product}</span>
        <Badge tone="brand">{roleName(user)}</Badge>
      </span>
      <span className="flex-1" />
      {hasFeature(user, "create_payout") && (
        <Link
          to={paths.payouts}
          aria-label="New Payout"
          className={cn(buttonClass({ size: "md" }), "max-sm:w-10 max-sm:px-0")}
        >
          <Plus />
          <span className="max-sm:hidden">New Payout</span>
        </Link>
      )}
      <AccountMenu user={user} />
    </header>
  );
}
