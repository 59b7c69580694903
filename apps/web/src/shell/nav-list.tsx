import { Link, useLocation } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { cn } from "../ui/class-names.ts";
import { currentPath, exactMatch, isInGroup, type MenuEntry } from "./menu.ts";
import { useNavigation } from "./navigation.ts";

const row =
  "flex min-h-10 w-full items-center gap-3 rounded-control px-2.5 text-sm font-medium transition-colors duration-150 md:min-h-8.5 [&>svg]:size-4.5 [&>svg]:shrink-0";
const pageRow =
  "flex min-h-10 items-center rounded-control px-2.5 text-dense font-medium transition-colors duration-150 md:min-h-8";
const tones = {
  plain: "text-muted hover:bg-hover hover:text-text",
  within: "text-text hover:bg-hover",
  current: "bg-brand-soft text-brand-ink",
};

interface Navigation {
  /** Runs after a link press, so that the menu's container can close. */
  onNavigate?: (() => void) | undefined;
}

/** The menu with its groups, for the sidebar, the phone's sheet and the dropdown. */
export function NavList({ onNavigate }: Navigation) {
  const pathname = useLocation({ select: (location) => location.pathname });
  const { entries } = useNavigation();
  const current = currentPath(entries, pathname);
  return (
    <ul className="grid gap-0.5">
      {entries.map((entry) => (
        <li key={entry.label}>
          {entry.section && (
            <p className="px-2.5 pt-3 pb-1 text-xs font-medium text-muted">{entry.section}</p>
          )}
          {entry.pages ? (
            <Group
              entry={entry}
              within={isInGroup(entry, pathname)}
              current={current}
              onNavigate={onNavigate}
            />
          ) : (
            <NavLink to={entry.to} current={current} onNavigate={onNavigate} className={row}>
              <entry.icon aria-hidden />
              {entry.label}
              {entry.Count && <entry.Count />}
            </NavLink>
          )}
        </li>
      ))}
    </ul>
  );
}

export function MenuHeading({ children }: { children: ReactNode }) {
  return <p className="px-2.5 pt-1 pb-2 text-dense font-semibold text-muted">{children}</p>;
}

interface GroupProps extends Navigation {
  entry: MenuEntry;
  /** Whether the current page is in the group. */
  within: boolean;
  current: string | undefined;
}

function Group({ entry, within, current, onNavigate }: GroupProps) {
  const id = useId();
  // Open for the current page; a press overrides that until the user leaves the group.
  const [override, setOverride] = useState<{ open: boolean; within: boolean } | null>(null);
  const open = override && override.within === within ? override.open : within;
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOverride({ open: !open, within })}
        className={cn(row, within ? tones.within : tones.plain)}
      >
        <entry.icon aria-hidden />
        <span className="flex-1 text-left">{entry.label}</span>
        <ChevronRight
          aria-hidden
          className={cn("scale-90 transition-transform duration-150", open && "rotate-90")}
        />
      </button>
      <ul id={id} hidden={!open} className="mt-1 ml-4.5 grid gap-0.5 border-l border-line pl-3">
        {entry.pages?.map((page) => (
          <li key={page.to}>
            <NavLink to={page.to} current={current} onNavigate={onNavigate} className={pageRow}>
              {page.label}
            </NavLink>
          </li>
        ))}
      </ul>
    </>
  );
}

interface NavLinkProps extends Navigation {
  to: MenuEntry["to"];
  /** The path of the entry to highlight. */
  current: string | undefined;
  className: string;
  children: ReactNode;
}

function NavLink({ to, current, className, onNavigate, children }: NavLinkProps) {
  const isCurrent = current === to;
  return (
    <Link
      to={to}
      activeOptions={exactMatch}
      onClick={onNavigate}
      aria-current={isCurrent ? "page" : undefined}
      className={cn(className, isCurrent ? tones.current : tones.plain)}
    >
      {children}
    </Link>
  );
}
