import { lazy, Suspense } from "react";
import { t } from "../language.ts";
import { cn } from "../ui/class-names.ts";
import { MenuHeading, NavList } from "./nav-list.tsx";
import { useNavigation } from "./navigation.ts";
import type { SidebarState } from "./sidebar-state.ts";

// Most people keep the labels, and phones have no sidebar.
const IconList = lazy(async () => ({ default: (await import("./icon-list.tsx")).IconList }));

/** 16rem wide with labels, 3rem with icons only; a sheet replaces it on a phone. */
export function Sidebar({ state }: { state: SidebarState }) {
  const { heading } = useNavigation();
  const collapsed = state === "collapsed";
  return (
    <aside
      data-state={state}
      className={cn(
        "shrink-0 border-r border-line bg-surface transition-[width] duration-200 ease-out",
        collapsed ? "w-12" : "w-64",
      )}
    >
      <nav
        aria-label={t`Main`}
        className={cn(
          "sticky top-14 max-h-[calc(100dvh-3.5rem)] overflow-x-hidden overflow-y-auto",
          collapsed ? "px-1.5 py-3" : "p-3",
        )}
      >
        {heading && !collapsed && <MenuHeading>{heading}</MenuHeading>}
        <Suspense>{collapsed ? <IconList /> : <NavList />}</Suspense>
      </nav>
    </aside>
  );
}
