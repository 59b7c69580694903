import {
  createContext,
  use,
  useEffect,
  useRef,
  useState,
  type ComponentProps,
  type RefObject,
} from "react";
import { cn } from "./class-names.ts";
import { positionPanel, type Align } from "./position.ts";

interface FloatingProps extends Omit<ComponentProps<"div">, "ref" | "popover" | "className"> {
  ref: RefObject<HTMLDivElement | null>;
  anchor: () => Element | null;
  align: Align;
  onOpenChange?: (open: boolean) => void;
  className?: string | undefined;
}

/**
 * The panel of Dropdown and Popover. The browser's own popover provides the top layer, Escape and
 * closing on an outside press; a library would add 35 kB to every page with a table.
 */
export function Floating({ ref, anchor, align, onOpenChange, className, ...rest }: FloatingProps) {
  const [open, setOpen] = useState(false);
  const latestAnchor = useRef(anchor);
  useEffect(() => {
    latestAnchor.current = anchor;
  });

  useEffect(() => {
    if (!open) return undefined;
    const reposition = () => {
      const element = latestAnchor.current();
      if (ref.current && element) positionPanel(ref.current, element, align);
    };
    reposition();
    // The page may scroll, and the content may grow.
    addEventListener("scroll", reposition, { capture: true, passive: true });
    addEventListener("resize", reposition);
    const resizeObserver = new ResizeObserver(reposition);
    if (ref.current) resizeObserver.observe(ref.current);
    return () => {
      removeEventListener("scroll", reposition, { capture: true });
      removeEventListener("resize", reposition);
      resizeObserver.disconnect();
    };
  }, [open, align, ref]);

  return (
    <div
      {...rest}
      ref={ref}
      popover="auto"
      onToggle={(event) => {
        const isOpen = event.newState === "open";
        setOpen(isOpen);
        onOpenChange?.(isOpen);
        const element = latestAnchor.current();
        if (isOpen && element) positionPanel(event.currentTarget, element, align);
      }}
      className={cn(
        "fixed inset-auto m-0 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-card border border-line bg-raised text-text shadow-far outline-none",
        "opacity-0 transition-[opacity,display,overlay] transition-discrete duration-150 ease-out open:opacity-100 starting:open:opacity-0",
        className,
      )}
    />
  );
}

export const FloatingClose = createContext<() => void>(() => undefined);

/** Closes the surrounding Dropdown, such as after a link. */
export function useDropdownClose(): () => void {
  return use(FloatingClose);
}
