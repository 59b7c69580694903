import { Menu as Base } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";
import { cn } from "./class-names.ts";

interface MenuProps {
  trigger: ReactElement;
  align?: "start" | "center" | "end";
  className?: string;
  children: ReactNode;
}

export function Menu({ trigger, align = "end", className, children }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 outline-none"
        >
          <Base.Popup
            className={cn(
              "min-w-52 origin-(--transform-origin) rounded-card border border-line bg-raised p-1.5 text-text shadow-far outline-none",
              "transition-[opacity,scale] duration-150 ease-out entering:scale-98 entering:opacity-0 leaving:opacity-0",
              className,
            )}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

interface MenuItemProps {
  icon?: ReactNode;
  onSelect?: () => void;
  /** A link to go where the item leads: `render={<Link to={paths.bankAccounts} />}`. */
  render?: ReactElement;
  tone?: "plain" | "danger";
  disabled?: boolean;
  children: ReactNode;
}

export function MenuItem({
  icon,
  onSelect,
  render,
  tone = "plain",
  disabled,
  children,
}: MenuItemProps) {
  const className = cn(
    "flex min-h-10 items-center gap-2.5 rounded-md px-2.5 text-sm outline-none select-none data-disabled:text-muted data-highlighted:bg-hover md:min-h-9 [&_svg]:size-4 [&_svg]:shrink-0",
    tone === "danger" ? "text-bad" : "[&_svg]:text-muted",
  );
  const content = (
    <>
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
    </>
  );
  if (render)
    return (
      <Base.LinkItem render={render} closeOnClick className={className}>
        {content}
      </Base.LinkItem>
    );
  return (
    <Base.Item disabled={disabled ?? false} onClick={onSelect} className={className}>
      {content}
    </Base.Item>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="mx-1 my-1.5 h-px bg-line" />;
}

/** Who or what the menu is about; not an item. */
export function MenuHeading({ children }: { children: ReactNode }) {
  return <div className="px-2.5 pt-1.5 pb-2 text-sm">{children}</div>;
}
