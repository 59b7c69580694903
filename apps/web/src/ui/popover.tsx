import { Popover as Base } from "@base-ui/react/popover";
import type { ComponentProps, ReactElement, ReactNode } from "react";
import { cn } from "./class-names.ts";

interface PopupProps {
  /** Read out as the panel's name; shown when `titleShown`. */
  title: string;
  titleShown?: boolean;
  side?: "top" | "right" | "bottom" | "left";
  align?: "start" | "center" | "end";
  className?: string;
}

interface PopoverProps extends PopupProps {
  /** The button that opens it. */
  trigger: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
}

export function Popover({ trigger, open, onOpenChange, children, ...popup }: PopoverProps) {
  return (
    <Base.Root
      {...(open !== undefined && { open })}
      {...(onOpenChange && { onOpenChange: (next: boolean) => onOpenChange(next) })}
    >
      <Base.Trigger render={trigger} />
      <Popup {...popup}>{children}</Popup>
    </Base.Root>
  );
}

/**
 * One popover for a whole table instead of one a row:
 * `const details = createPopover<Row>()` outside the component, `<PopoverTrigger of={details}
 * payload={row}>` in each row, one `<SharedPopover of={details}>{(row) => …}</SharedPopover>`.
 */
export const createPopover = Base.createHandle;
type Handle<Payload> = ReturnType<typeof createPopover<Payload>>;

interface TriggerProps<Payload> extends Omit<
  ComponentProps<typeof Base.Trigger>,
  "handle" | "payload"
> {
  of: Handle<Payload>;
  payload: Payload;
}

export function PopoverTrigger<Payload>({ of, payload, ...rest }: TriggerProps<Payload>) {
  return <Base.Trigger {...rest} handle={of} payload={payload} />;
}

interface SharedPopoverProps<Payload> extends PopupProps {
  of: Handle<Payload>;
  children: (payload: Payload) => ReactNode;
}

export function SharedPopover<Payload>({ of, children, ...popup }: SharedPopoverProps<Payload>) {
  return (
    <Base.Root handle={of}>
      {({ payload }) => <Popup {...popup}>{payload !== undefined && children(payload)}</Popup>}
    </Base.Root>
  );
}

function Popup(props: PopupProps & { children: ReactNode }) {
  const { title, titleShown, side = "bottom", align = "end", className, children } = props;
  return (
    <Base.Portal>
      <Base.Positioner
        side={side}
        align={align}
        sideOffset={6}
        collisionPadding={12}
        className="z-50"
      >
        <Base.Popup
          className={cn(
            "max-h-(--available-height) max-w-[calc(100vw-1.5rem)] origin-(--transform-origin) overflow-y-auto rounded-card border border-line bg-raised text-text shadow-far outline-none",
            "transition-[opacity,scale] duration-150 ease-out entering:scale-98 entering:opacity-0 leaving:opacity-0",
            className,
          )}
        >
          <Base.Title className={titleShown ? "px-4 pt-3.5 pb-1 text-sm font-semibold" : "sr-only"}>
            {title}
          </Base.Title>
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}
