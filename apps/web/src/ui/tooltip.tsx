import { useRef, type KeyboardEvent, type PointerEvent, type SyntheticEvent } from "react";

const gapPx = 8;

/**
 * The name of an icon, to the right of it, at once when it is pointed at or has the keyboard's
 * focus. On the browser's own popover, so that no scrolling box clips it. For people who see: the
 * icon needs a name of its own for screen readers.
 */
export function useTooltip(label: string) {
  const tip = useRef<HTMLSpanElement>(null);

  function show(anchor: Element) {
    if (!tip.current) return;
    const { right, top, height } = anchor.getBoundingClientRect();
    tip.current.style.left = `${right + gapPx}px`;
    tip.current.style.top = `${top + height / 2}px`;
    tip.current.showPopover();
  }
  const hide = () => tip.current?.hidePopover();

  return {
    anchor: {
      // A finger presses; only what hovers can ask first.
      onPointerEnter: (event: PointerEvent) =>
        event.pointerType !== "touch" && show(event.currentTarget),
      onPointerLeave: hide,
      onFocus: ({ currentTarget }: SyntheticEvent<HTMLElement>) =>
        currentTarget.matches(":focus-visible") && show(currentTarget),
      onBlur: hide,
      onKeyDown: (event: KeyboardEvent) => event.key === "Escape" && hide(),
    },
    tooltip: (
      <span
        ref={tip}
        popover="manual"
        aria-hidden
        className="pointer-events-none fixed inset-auto m-0 max-w-64 -translate-y-1/2 rounded-md bg-text px-2 py-1 text-xs font-medium text-canvas"
      >
        {label}
      </span>
    ),
  };
}
