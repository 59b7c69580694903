import {
  useEffect,
  useId,
  useRef,
  useSyncExternalStore,
  type ComponentProps,
  type ReactNode,
} from "react";
import { Floating } from "./floating.tsx";
import type { Align } from "./position.ts";

/** The popover's content and anchor. */
interface PopoverContent<Payload> {
  readonly payload: Payload;
  readonly anchor: Element;
}

interface PopoverHandle<Payload> {
  toggle: (shown: PopoverContent<Payload>) => void;
  close: () => void;
  subscribe: (listener: () => void) => () => void;
  current: () => PopoverContent<Payload> | null;
}

/**
 * One popover for a whole table instead of one per row:
 * `const details = createPopover<Row>()` outside the component, `<PopoverTrigger of={details}
 * payload={row}>` in each row, one `<SharedPopover of={details}>{(row) => …}</SharedPopover>`.
 */
export function createPopover<Payload>(): PopoverHandle<Payload> {
  const listeners = new Set<() => void>();
  let shown: PopoverContent<Payload> | null = null;
  function show(next: PopoverContent<Payload> | null) {
    shown = next;
    for (const listener of listeners) listener();
  }
  return {
    toggle: (next) => show(shown?.anchor === next.anchor ? null : next),
    close: () => show(null),
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
  const trigger = useRef<HTMLButtonElement>(null);
  const shown = useSyncExternalStore(of.subscribe, of.current);
  return (
    <button
      type="button"
      {...button}
      ref={trigger}
      aria-haspopup="dialog"
      aria-expanded={shown?.payload === payload}
      onClick={(event) => of.toggle({ payload, anchor: event.currentTarget })}
    />
  );
}

interface SharedPopoverProps<Payload> {
  of: PopoverHandle<Payload>;
  /** The name for screen readers; visible with `titleShown`. */
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
      // Screen readers read the content next; the browser restores the focus on closing.
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
      onOpenChange={(open) => !open && of.close()}
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
