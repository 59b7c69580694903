import { useNavigate } from "@tanstack/react-router";
import { Bell, History, MonitorSmartphone } from "lucide-react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { personKey, type KnownUser } from "../api/session.ts";
import { Palette } from "../common/palette/palette.tsx";
import {
  filterItems,
  type PaletteGroup,
  type PaletteItem,
} from "../common/palette/palette-item.ts";
import { readRecentPicks, saveRecentPick } from "../common/palette/recent-picks.ts";
import type { usePaletteText } from "../common/palette/use-palette-text.ts";
import { paths } from "../paths.ts";

/** Opens an address of the console. */
export type Go = (href: string) => () => void;

export interface ConsolePaletteProps {
  user: KnownUser;
  open: boolean;
  /** Whether it is open, or opens once it has faded out. */
  isWanted: boolean;
  onOpenChange: (open: boolean) => void;
  /** Runs after the closing animation. */
  onClosed: () => void;
}

interface SearchPaletteProps<Found> extends ConsolePaletteProps {
  placeholder: string;
  typed: ReturnType<typeof usePaletteText>;
  /** What the server found for it; null for a person who may only look for pages. */
  answer: {
    readonly data?: { readonly data: Found } | undefined;
    readonly error?: Error | undefined;
    readonly isLoading: boolean;
  } | null;
  groupsOf: (found: Found, go: Go) => readonly PaletteGroup[];
  /** Pages, actions and what is on them, which are found by their names. `text` is what is typed. */
  pagesOf: (go: Go, text: string) => readonly PaletteItem[];
  /** Behind everything else, while there is a search. */
  furtherOf?: (search: string, go: Go) => readonly PaletteGroup[];
  /** The sentence for a search that finds nothing. */
  nothing: (search: string) => string;
}

/** The search of a console: what its server finds, pages, actions, and what was picked last. */
export function SearchPalette<Found>(props: SearchPaletteProps<Found>) {
  const { open, onOpenChange, placeholder, answer } = props;
  const { text, setText, search, isTyping } = props.typed;
  const recent = open ? readRecentPicks(personKey()) : [];
  const navigate = useNavigate();
  const go = (href: string) => () => void navigate({ href });
  const error = answer?.error;
  const found = search && !error ? answer?.data?.data : undefined;
  const isSearching =
    answer !== null && (answer.isLoading || (isTyping && text.trim().length >= 2));
  const rows = found ? props.groupsOf(found, go) : [];
  const matching = filterItems(props.pagesOf(go, text), text);
  const groups = search
    ? [
        ...rows,
        { title: t`Pages and actions`, items: matching },
        ...(answer ? (props.furtherOf?.(search, go) ?? []) : []),
      ]
    : [
        {
          title: t`Recent`,
          items: text.trim()
            ? []
            : recent.map((each) => ({ ...each, icon: History, run: go(each.href) })),
        },
        { title: t`Pages and actions`, items: matching },
      ];
  const isEmpty = found && [...rows, { items: matching }].every(({ items }) => items.length === 0);

  function pick(item: PaletteItem) {
    saveRecentPick(personKey(), item);
    onOpenChange(false);
    item.run();
  }

  return (
    <Palette
      open={open}
      onOpenChange={onOpenChange}
      onClosed={props.onClosed}
      text={text}
      onText={setText}
      placeholder={placeholder}
      groups={groups}
      loading={isSearching}
      note={
        error && search
          ? messageOf(error, t`The search did not answer. Check your connection and try again.`)
          : isEmpty && !isSearching && props.nothing(search)
      }
      onPick={pick}
    />
  );
}

/** How a palette asks: it keeps the last answer until the next one comes. */
export const searchOptions = {
  keepPrevious: true,
  onFocus: false,
  onReconnect: false,
  dedupeSeconds: 30,
} as const;

/** A row that the server found, with its address. */
export function rowOf(
  kind: string,
  { href, go, ...rest }: Omit<PaletteItem, "id" | "run" | "href"> & { href: string; go: Go },
): PaletteItem {
  return { id: `${kind} ${href}`, href, run: go(href), ...rest };
}

/** The pages of one's own account, which both consoles have. */
export const accountPages = (go: Go): PaletteItem[] => [
  {
    id: "page sessions",
    label: t`Sessions and passkeys`,
    words: "security devices account",
    icon: MonitorSmartphone,
    run: go(paths.sessions),
  },
  {
    id: "page notifications",
    label: t`Notification settings`,
    words: "email sms text",
    icon: Bell,
    run: go(paths.notifications),
  },
];
