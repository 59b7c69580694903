import { Link, useLocation } from "@tanstack/react-router";
import { cn } from "../ui/class-names.ts";
import { useTooltip } from "../ui/tooltip.tsx";
import { currentPath, exactMatch, isInGroup, type MenuEntry } from "./menu.ts";
import { useNavigation } from "./navigation.ts";

/** The collapsed sidebar: a group's icon opens its first page; the tooltip shows its name. */
export function IconList() {
  const pathname = useLocation({ select: (location) => location.pathname });
  const { entries } = useNavigation();
  return (
    <ul className="grid gap-1">
      {entries.map((entry) => (
        <li key={entry.label} className={cn(entry.section && "mt-1 border-t border-line pt-2")}>
          <IconLink
            entry={entry}
            current={isInGroup(entry, pathname) || currentPath(entries, pathname) === entry.to}
          />
        </li>
      ))}
    </ul>
  );
}

function IconLink({ entry, current }: { entry: MenuEntry; current: boolean }) {
  const { anchor, tooltip } = useTooltip(entry.label);
  return (
    <>
      <Link
        {...anchor}
        to={entry.to}
        activeOptions={exactMatch}
        aria-label={entry.label}
        aria-current={current ? "page" : undefined}
        className={cn(
          "flex size-9 items-center justify-center rounded-control transition-colors duration-150 [&_svg]:size-4.5",
          current ? "bg-brand-soft text-brand-ink" : "text-muted hover:bg-hover hover:text-text",
        )}
      >
        <entry.icon aria-hidden />
      </Link>
      {tooltip}
    </>
  );
}
