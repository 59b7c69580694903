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
import { place, type Align } from "./place.ts";

interface FloatingProps extends Omit<ComponentProps<"div">, "ref" | "popover" | "className"> {
  ref: RefObject<HTMLDivElement | null>;
  anchor: () => Element | null;
  align: Align;
  onOpenChange?: (open: boolean) => void;
  className?: string | undefined;
}

/**
 * The panel of Dropdown and Popover, on the browser's own popover: the top layer, Escape and a
 * press outside come with it, where a library for them weighs 35 kB on every page with a table.
 */
export function Floating({ ref, anchor, align, onOpenChange, className, ...rest }: FloatingProps) {
  const [open, setOpen] = useState(false);
  const latestAnchor = useRef(anchor);
  useEffect(() => {
    latestAnchor.current = anchor;
  });

  useEffect(() => {
    if (!open) return undefined;
    const follow = () => {
      const to = latestAnchor.current();
      if (ref.current && to) place(ref.current, to, align);
    };
    follow();
    // The page may scroll under it, and what it shows may grow.
    addEventListener("scroll", follow, { capture: true, passive: true });
    addEventListener("resize", follow);
    const grown = new ResizeObserver(follow);
    if (ref.current) grown.observe(ref.current);
    return () => {
      removeEventListener("scroll", follow, { capture: true });
      removeEventListener("resize", follow);
      grown.disconnect();
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
        const to = latestAnchor.current();
        if (isOpen && to) place(event.currentTarget, to, align);
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

/** For what stands in a Dropdown: closes it, after a link was followed. */
export function useDropdownClose(): () => void {
  return use(FloatingClose);
}
