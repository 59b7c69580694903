import { useLocation } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { buttonClass } from "../ui/button.tsx";
import { Popover } from "../ui/popover.tsx";
import { currentLabel } from "./menu.ts";
import { NavList } from "./nav-list.tsx";

/** Says where one is, and drops the menu from there. */
export function HeaderNavigation() {
  const [open, setOpen] = useState(false);
  const label = useLocation({ select: (location) => currentLabel(location.pathname) });
  return (
    <Popover
      title="Navigation"
      align="start"
      className="w-64 p-2"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className={buttonClass({ variant: "ghost" })}>
          <span className="text-text">{label}</span>
          <ChevronDown aria-hidden />
        </button>
      }
    >
      <nav aria-label="Pages">
        <NavList onNavigate={() => setOpen(false)} />
      </nav>
    </Popover>
  );
}
