import { Link } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { branding } from "../branding.ts";
import { paths } from "../paths.ts";
import { cn } from "../ui/class-names.ts";
import { Mark } from "./mark.tsx";
import { NavList } from "./nav-list.tsx";
import type { SidebarState } from "./sidebar-state.ts";

// Tooltips are heavy, and most people keep the sidebar wide.
const IconList = lazy(async () => ({ default: (await import("./icon-list.tsx")).IconList }));

/** 16rem wide with words, 3rem with icons only. */
export function Sidebar({ state }: { state: SidebarState }) {
  const collapsed = state === "collapsed";
  return (
    <aside
      data-state={state}
      className={cn(
        "sticky top-0 hidden h-dvh shrink-0 flex-col overflow-x-hidden border-r border-line bg-surface transition-[width] duration-200 ease-out md:flex",
        collapsed ? "w-12" : "w-64",
      )}
    >
      <Link
        to={paths.dashboard}
        aria-label={branding.product}
        className={cn(
          "flex h-14 shrink-0 items-center gap-2.5 border-b border-line text-base font-semibold tracking-tight outline-offset-[-2px]",
          collapsed ? "justify-center" : "px-4",
        )}
      >
        <Mark className="size-7.5" />
        {!collapsed && branding.product}
      </Link>
      <nav aria-label="Main" className={cn("flex-1 overflow-y-auto", collapsed ? "px-1.5 py-3" : "p-3")}>
        {collapsed ? (
          <Suspense>
            <IconList />
          </Suspense>
        ) : (
          <NavList />
        )}
      </nav>
    </aside>
  );
}
