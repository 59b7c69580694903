import {
  useEffect,
  useId,
  useRef,
  useSyncExternalStore,
  type ComponentProps,
  type ReactNode,
} from "react";
import { Floating } from "./floating.tsx";
import type { Align } from "./place.ts";

/** What one popover shows and next to what. */
interface Shown<Payload> {
  readonly payload: Payload;
  readonly anchor: Element;
}

interface PopoverHandle<Payload> {
  toggle: (shown: Shown<Payload>) => void;
  closed: () => void;
  subscribe: (listener: () => void) => () => void;
  current: () => Shown<Payload> | null;
}

/**
 * One popover for a whole table instead of one a row:
 * `const details = createPopover<Row>()` outside the component, `<PopoverTrigger of={details}
 * payload={row}>` in each row, one `<SharedPopover of={details}>{(row) => …}</SharedPopover>`.
 */
export function createPopover<Payload>(): PopoverHandle<Payload> {
  const listeners = new Set<() => void>();
  let shown: Shown<Payload> | null = null;
  function show(next: Shown<Payload> | null) {
    shown = next;
    for (const listener of listeners) listener();
  }
  return {
    toggle: (next) => show(shown?.anchor === next.anchor ? null : next),
    closed: () => show(null),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    current: () => shown,
  };
}

interface TriggerProps<Payload> extends ComponentProps<"button"> {
  of: PopoverHandle<Payload>;
  payload: Payload;
}

export function PopoverTrigger<Payload>({ of, payload, ...button }: TriggerProps<Payload>) {
  const own = useRef<HTMLButtonElement>(null);
  const shown = useSyncExternalStore(of.subscribe, of.current);
  return (
    <button
      type="button"
      {...button}
      ref={own}
      aria-haspopup="dialog"
      aria-expanded={shown?.payload === payload}
      onClick={(event) => of.toggle({ payload, anchor: event.currentTarget })}
    />
  );
}

interface SharedPopoverProps<Payload> {
  of: PopoverHandle<Payload>;
  /** Its name; read out, and shown when `titleShown`. */
  title: string;
  titleShown?: boolean;
  align?: Align;
  className?: string;
  children: (payload: Payload) => ReactNode;
}

export function SharedPopover<Payload>(props: SharedPopoverProps<Payload>) {
  const { of, title, titleShown, align = "end", className, children } = props;
  const shown = useSyncExternalStore(of.subscribe, of.current);
  const panel = useRef<HTMLDivElement>(null);
  const titleId = useId();

  useEffect(() => {
    if (shown) {
      panel.current?.showPopover();
      // So that its content is read next; the browser gives the focus back on closing.
      panel.current?.focus({ preventScroll: true });
    } else if (panel.current?.matches(":popover-open")) panel.current.hidePopover();
  }, [shown]);

  return (
    <Floating
      ref={panel}
      role="dialog"
      tabIndex={-1}
      aria-labelledby={titleId}
      anchor={() => shown?.anchor ?? null}
      align={align}
      onOpenChange={(open) => !open && of.closed()}
      className={className}
    >
      <h2
        id={titleId}
        className={titleShown ? "px-4 pt-3.5 pb-1 text-sm font-semibold" : "sr-only"}
      >
        {title}
      </h2>
      {shown && children(shown.payload)}
    </Floating>
  );
}
