import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactNode } from "react";

interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** For screen readers only. */
  title: string;
  children: ReactNode;
}

/** A panel from the left edge, 18rem wide: the menu on a phone. */
export function Sheet({ open, onOpenChange, title, children }: SheetProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-200 entering:opacity-0 leaving:opacity-0" />
        <Base.Popup className="fixed inset-y-0 left-0 z-40 flex w-72 max-w-[85vw] flex-col border-r border-line bg-surface text-text shadow-far outline-none transition-transform duration-200 ease-out entering:-translate-x-full leaving:-translate-x-full">
          <Base.Title className="sr-only">{title}</Base.Title>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
