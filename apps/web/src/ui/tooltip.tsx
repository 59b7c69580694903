import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";

interface TooltipProps {
  label: ReactNode;
  side?: "top" | "right" | "bottom" | "left";
  disabled?: boolean;
  /** The element that it explains; it needs a name of its own for screen readers. */
  children: ReactElement;
}

export function Tooltip({ label, side = "top", disabled = false, children }: TooltipProps) {
  return (
    <Base.Root disabled={disabled}>
      <Base.Trigger delay={0} closeDelay={0} render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={8} className="z-50">
          <Base.Popup className="max-w-64 origin-(--transform-origin) rounded-md bg-text px-2 py-1 text-xs font-medium text-canvas transition-[opacity,scale] duration-100 entering:scale-95 entering:opacity-0 leaving:opacity-0">
            {label}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
