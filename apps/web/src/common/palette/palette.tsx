import { t } from "../../language.ts";
import "./palette.css";
import { Dialog as Base } from "@base-ui/react/dialog";
import { limits } from "@rokad/contract/limits";
import { Search, X } from "lucide-react";
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import { buttonClass } from "../../ui/button.tsx";
import { cn } from "../../ui/class-names.ts";
import { Spinner } from "../../ui/spinner.tsx";
import type { PaletteGroup, PaletteItem } from "./palette-item.ts";

interface PaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Runs after the closing animation. */
  onClosed: () => void;
  text: string;
  onText: (text: string) => void;
  placeholder: string;
  /** Groups without items are left out. */
  groups: readonly PaletteGroup[];
  loading: boolean;
  /** Below the rows: an error, or that nothing was found. */
  note?: ReactNode;
  onPick: (item: PaletteItem) => void;
}

/**
 * A search over everything, of either console. The focus stays in the field; the arrow keys move
 * through the options (WAI-ARIA combobox with a listbox).
 */
export function Palette(props: PaletteProps) {
  const { text, onText, loading, note, onPick } = props;
  const groups = props.groups.filter(({ items }) => items.length > 0);
  const items = groups.flatMap((group) => group.items);
  const [activeId, setActiveId] = useState<string>();
  const active = items.find(({ id }) => id === activeId) ?? items[0];
  const picksWhenFound = useRef(false);
  const pickFirst = useEffectEvent(() => {
    if (active) onPick(active);
  });
  useEffect(() => {
    if (loading || !picksWhenFound.current) return;
    picksWhenFound.current = false;
    pickFirst();
  }, [loading]);
  const base = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const optionId = (item: PaletteItem) => `${base}-${items.indexOf(item)}`;

  function moveTo(index: number) {
    const next = items[(index + items.length) % items.length];
    if (!next) return;
    setActiveId(next.id);
    const options = list.current?.querySelectorAll("[role=option]");
    options?.[items.indexOf(next)]?.scrollIntoView({ block: "nearest" });
  }

  function onKeyDown(event: KeyboardEvent) {
    // Enter also ends a composition of a Devanagari keyboard.
    if (event.nativeEvent.isComposing) return;
    const at = active ? items.indexOf(active) : -1;
    const move = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: items.length - 1, PageUp: 0 }[
      event.key
    ];
    if (move !== undefined) {
      event.preventDefault();
      moveTo(move);
    } else if (event.key === "Enter") {
      event.preventDefault();
      // The rows of the text before are still on the screen.
      if (loading) picksWhenFound.current = true;
      else if (active) onPick(active);
    }
  }

  return (
    <Base.Root
      open={props.open}
      onOpenChange={props.onOpenChange}
      onOpenChangeComplete={(isOpen) => !isOpen && props.onClosed()}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-150 entering:opacity-0 leaving:opacity-0" />
        <Base.Popup
          initialFocus={input}
          className={cn(
            "palette-panel z-40 flex flex-col overflow-hidden bg-raised text-text outline-none",
            "transition-opacity duration-150 ease-out entering:opacity-0 leaving:opacity-0",
          )}
        >
          <Base.Title className="sr-only">{t`Search`}</Base.Title>
          <div className="flex items-center gap-2 border-b border-line pr-2 pl-4">
            {loading ? <Spinner /> : <Search aria-hidden className="size-4.5 text-muted" />}
            <input
              ref={input}
              role="combobox"
              aria-label={t`Search`}
              aria-expanded={items.length > 0}
              aria-controls={`${base}-list`}
              aria-autocomplete="list"
              aria-activedescendant={active ? optionId(active) : undefined}
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="go"
              maxLength={limits.searchCharsMax}
              placeholder={props.placeholder}
              value={text}
              onChange={(event) => {
                setActiveId(undefined);
                picksWhenFound.current = false;
                list.current?.scrollTo({ top: 0 });
                onText(event.target.value);
              }}
              onKeyDown={onKeyDown}
              className="h-13 min-w-0 flex-1 bg-transparent px-1 text-base outline-none"
            />
            <Base.Close
              aria-label={t`Close`}
              className={buttonClass({ variant: "ghost", size: "icon-sm" })}
            >
              <X />
            </Base.Close>
          </div>
          <p role="status" className="sr-only">
            {loading ? "" : t`${items.length} results`}
          </p>
          {/* Above the rows: a phone's keyboard covers what is below them. */}
          {note && <div className="px-4 pt-4 pb-2 text-sm text-muted">{note}</div>}
          <div
            ref={list}
            id={`${base}-list`}
            role="listbox"
            aria-label={t`Results`}
            className="min-h-0 flex-1 overflow-y-auto p-2"
          >
            {groups.map((group, at) => (
              <div key={group.title} role="group" aria-labelledby={`${base}-group-${at}`}>
                <p
                  id={`${base}-group-${at}`}
                  className="px-2.5 pt-2.5 pb-1 text-xs font-medium text-muted"
                >
                  {group.title}
                </p>
                {group.items.map((item) => (
                  <Option
                    key={item.id}
                    id={optionId(item)}
                    item={item}
                    isActive={item === active}
                    onActive={() => setActiveId(item.id)}
                    onPick={() => onPick(item)}
                  />
                ))}
              </div>
            ))}
          </div>
          <p
            aria-hidden
            className="flex gap-4 border-t border-line bg-sunken/60 px-4 py-2 text-xs text-muted max-md:hidden"
          >
            <span>{t`↑↓ to move`}</span>
            <span>{t`Enter to open`}</span>
            <span>{t`Esc to close`}</span>
          </p>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

interface OptionProps {
  id: string;
  item: PaletteItem;
  isActive: boolean;
  onActive: () => void;
  onPick: () => void;
}

function Option({ id, item, isActive, onActive, onPick }: OptionProps) {
  const Icon = item.icon;
  return (
    <button
      type="button"
      tabIndex={-1}
      id={id}
      role="option"
      aria-selected={isActive}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={isActive ? undefined : onActive}
      onClick={onPick}
      className={cn(
        "flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-control px-2.5 py-1.5 text-left text-sm",
        isActive && "bg-sunken",
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
        <span className="max-w-full truncate">{item.label}</span>
        {item.detail !== undefined && (
          <span className="max-w-full truncate text-xs text-muted tabular-nums">{item.detail}</span>
        )}
      </span>
      {item.end && (
        <span className="flex shrink-0 items-center gap-2 tabular-nums">{item.end}</span>
      )}
    </button>
  );
}
