import { useRef, type KeyboardEvent, type PointerEvent, type SyntheticEvent } from "react";

const gapPx = 8;

/**
 * Shows an icon's name to its right on hover and on keyboard focus. The browser's own popover keeps
 * it from being clipped by a scrolling box. It is visual only: the icon needs its own accessible
 * name.
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
      // Touch has no hover.
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
