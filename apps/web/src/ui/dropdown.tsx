import {
  createContext,
  use,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
} from "react";
import { cn } from "./class-names.ts";

interface DropdownProps {
  /** The button's look and content. */
  button: Omit<ComponentProps<"button">, "popoverTarget" | "aria-expanded">;
  /** Which edge of the button it hangs from. */
  align: "start" | "end";
  className?: string;
  children: ReactNode;
}

const CloseContext = createContext<() => void>(() => undefined);

/** For what stands in a Dropdown: closes it, after a link was followed. */
export function useDropdownClose(): () => void {
  return use(CloseContext);
}

const gapPx = 6;
const marginPx = 8;

/**
 * A panel under a button, by the browser's own popover: Escape, a press outside and the order of
 * Tab come with it at no weight. For the header, which every page loads; richer menus have Menu.
 */
export function Dropdown({ button, align, className, children }: DropdownProps) {
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  function place() {
    if (!trigger.current || !panel.current) return;
    const at = trigger.current.getBoundingClientRect();
    const { style } = panel.current;
    style.top = `${at.bottom + gapPx}px`;
    if (align === "start") style.left = `${Math.max(at.left, marginPx)}px`;
    else style.right = `${Math.max(document.documentElement.clientWidth - at.right, marginPx)}px`;
  }

  return (
    <>
      <button type="button" {...button} ref={trigger} popoverTarget={id} aria-expanded={open} />
      <div
        ref={panel}
        id={id}
        popover="auto"
        onBeforeToggle={(event) => event.newState === "open" && place()}
        onToggle={(event) => setOpen(event.newState === "open")}
        className={cn(
          "fixed inset-auto m-0 max-h-[80dvh] overflow-y-auto rounded-card border border-line bg-raised p-1.5 text-text shadow-far",
          "opacity-0 transition-[opacity,translate,display,overlay] transition-discrete duration-150 ease-out open:opacity-100 starting:open:-translate-y-1 starting:open:opacity-0",
          className,
        )}
      >
        <CloseContext value={() => panel.current?.hidePopover()}>{children}</CloseContext>
      </div>
    </>
  );
}

/** The look of a line in it. */
export const dropdownItem =
  "flex min-h-10 w-full items-center gap-2.5 rounded-md px-2.5 text-left text-sm transition-colors duration-100 hover:bg-sunken focus-visible:-outline-offset-2 md:min-h-9 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted";
