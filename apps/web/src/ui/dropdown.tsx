import { useId, useRef, useState, type ComponentProps, type ReactNode } from "react";
import { Floating, FloatingClose } from "./floating.tsx";
import type { Align } from "./position.ts";

interface DropdownProps {
  /** The button's style and content. */
  button: Omit<ComponentProps<"button">, "popoverTarget" | "aria-expanded">;
  /** The button's edge to align with. */
  align: Align;
  className?: string;
  children: ReactNode;
}

/**
 * A menu of links and buttons under a button. Tab moves through them in order. The content mounts
 * with the first opening, because a page has many menus and people open few.
 */
export function Dropdown({ button, align, className, children }: DropdownProps) {
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <>
      <button type="button" {...button} ref={trigger} popoverTarget={id} aria-expanded={open} />
      <Floating
        id={id}
        ref={panel}
        anchor={() => trigger.current}
        align={align}
        onBeforeToggle={({ newState }) => newState === "open" && setWasOpened(true)}
        onOpenChange={setOpen}
        className={className}
      >
        {wasOpened && (
          <FloatingClose value={() => panel.current?.hidePopover()}>
            <div className="p-1.5">{children}</div>
          </FloatingClose>
        )}
      </Floating>
    </>
  );
}

/** The style of one menu line. */
export const dropdownItem =
  "flex min-h-10 w-full items-center gap-2.5 rounded-md px-2.5 text-left text-sm transition-colors duration-100 hover:bg-hover focus-visible:-outline-offset-2 md:min-h-9 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted";
