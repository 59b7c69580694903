import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { useState, type ReactNode, type RefObject } from "react";
import { t } from "../language.ts";
import { buttonClass } from "./button.tsx";
import { cn } from "./class-names.ts";
import { useOverlay } from "./overlay.ts";

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /**
   * False: pressing outside does nothing; Escape and the close button still close it. So it is from
   * the first entry on, whatever this says: a press beside it must not discard that.
   */
  outsideCloses?: boolean;
  /** False while a request runs that must finish first: nothing closes the dialog. */
  closable?: boolean;
  size?: "sm" | "md" | "lg";
  /** Gets the focus on opening; by default the first control. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Gets the focus on closing; null restores the earlier focus, which may be disabled by then. */
  finalFocus?: () => HTMLElement | null;
  /** False for an overlay itself. */
  hostsOverlay?: boolean;
  /** Runs after the closing animation, to reset the form. */
  onClosed?: () => void;
  /** DialogBody and DialogFooter, inside a form if any: `<form className="contents">`. */
  children: ReactNode;
}

const widths = { sm: "md:w-112", md: "md:w-128", lg: "md:w-160" };

/** Centred on a desktop; on a phone a sheet from the bottom edge. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, outsideCloses = true, closable = true, size = "md" } = props;
  const [hasEntry, setHasEntry] = useState(false);
  const overlay = useOverlay(open && props.hostsOverlay !== false);
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => (next || closable) && onOpenChange(next)}
      onOpenChangeComplete={(isOpen) => {
        if (isOpen) return;
        setHasEntry(false);
        props.onClosed?.();
      }}
      disablePointerDismissal={!outsideCloses || hasEntry}
    >
      <Base.Portal>
        <Base.Backdrop
          // A dialog over another one dims that one too, and the page once: two scrims make it black.
          forceRender
          className="fixed inset-0 z-40 bg-scrim transition-opacity duration-200 entering:opacity-0 leaving:opacity-0 has-[~[data-nested-dialog-open]]:opacity-0"
        />
        <Base.Popup
          onInput={() => setHasEntry(true)}
          {...(props.initialFocus && { initialFocus: props.initialFocus })}
          {...(props.finalFocus && { finalFocus: props.finalFocus })}
          className={cn(
            "fixed inset-x-0 bottom-0 z-40 flex max-h-[92dvh] flex-col overflow-hidden rounded-t-2xl border border-line bg-raised text-text shadow-far outline-none",
            "transition-[transform,opacity] duration-200 ease-out entering:translate-y-8 entering:opacity-0 leaving:translate-y-8 leaving:opacity-0",
            "md:inset-auto md:top-1/2 md:left-1/2 md:max-h-[88dvh] md:max-w-[calc(100vw-3rem)] md:-translate-1/2 md:rounded-2xl md:entering:-translate-y-[48%] md:leaving:-translate-y-[48%]",
            widths[size],
          )}
        >
          <header className="flex items-start justify-between gap-4 px-5 pt-5 pb-1 md:px-6">
            <div className="min-w-0">
              <Base.Title className="text-[17px] leading-6 font-semibold tracking-tight">
                {props.title}
              </Base.Title>
              {props.description && (
                <Base.Description className="mt-1 text-sm text-muted">
                  {props.description}
                </Base.Description>
              )}
            </div>
            <Base.Close
              disabled={!closable}
              aria-label={t`Close`}
              className={cn(buttonClass({ variant: "ghost", size: "icon-sm" }), "-mt-1 -mr-1.5")}
            >
              <X />
            </Base.Close>
          </header>
          {props.children}
        </Base.Popup>
        {overlay}
      </Base.Portal>
    </Base.Root>
  );
}

interface DialogBodyProps {
  className?: string;
  /** Names a body without any control, which then takes the focus: a keyboard must scroll it. */
  label?: string;
  children: ReactNode;
}

/** The part that scrolls when the dialog is taller than the screen. */
export function DialogBody({ className, label, children }: DialogBodyProps) {
  return (
    <div
      {...(label !== undefined && { role: "region", "aria-label": label, tabIndex: 0 })}
      className={cn("min-h-0 overflow-y-auto px-5 py-4 md:px-6", className)}
    >
      {children}
    </div>
  );
}

/** The buttons: the primary one on the right; stacked at full width on a phone. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="flex flex-col-reverse gap-2 border-t border-line bg-sunken/60 px-5 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] md:flex-row md:justify-end md:px-6 md:py-3.5">
      {children}
    </footer>
  );
}
