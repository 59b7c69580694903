import { Link, useLocation } from "@tanstack/react-router";
import { branding } from "../branding.ts";
import { paths } from "../paths.ts";
import { cn } from "../ui/class-names.ts";
import { Tooltip } from "../ui/tooltip.tsx";
import { Mark } from "./mark.tsx";
import { currentPath, isInGroup, menu } from "./menu.ts";
import { NavList } from "./nav-list.tsx";
import type { SidebarState } from "./sidebar-state.ts";

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
        {collapsed ? <IconList /> : <NavList />}
      </nav>
    </aside>
  );
}

/** Collapsed, a group's icon leads to its first page; the tooltip says its name. */
function IconList() {
  const pathname = useLocation({ select: (location) => location.pathname });
  return (
    <ul className="grid gap-1">
      {menu.map((entry) => {
        const current = isInGroup(entry, pathname) || currentPath(pathname) === entry.to;
        return (
          <li key={entry.label}>
            <Tooltip label={entry.label} side="right">
              <Link
                to={entry.to}
                aria-label={entry.label}
                aria-current={current ? "page" : undefined}
                className={cn(
                  "flex size-9 items-center justify-center rounded-control transition-colors duration-150 [&_svg]:size-4.5",
                  current ? "bg-brand-soft text-brand-ink" : "text-muted hover:bg-sunken hover:text-text",
                )}
              >
                <entry.icon aria-hidden />
              </Link>
            </Tooltip>
          </li>
        );
      })}
    </ul>
  );
}
