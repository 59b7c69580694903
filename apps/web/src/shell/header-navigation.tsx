import { useLocation } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import { t } from "../language.ts";
import { buttonClass } from "../ui/button.tsx";
import { Dropdown } from "../ui/dropdown.tsx";
import { useDropdownClose } from "../ui/floating.tsx";
import { currentLabel } from "./menu.ts";
import { NavList } from "./nav-list.tsx";
import { useNavigation } from "./navigation.ts";

/** Shows the current section and opens the menu. */
export function HeaderNavigation() {
  const { entries } = useNavigation();
  const label = useLocation({ select: (location) => currentLabel(entries, location.pathname) });
  return (
    <Dropdown
      align="start"
      className="w-64"
      button={{
        "aria-label": t`Navigation, ${label}`,
        className: buttonClass({ variant: "ghost" }),
        children: (
          <>
            <span className="truncate text-text max-sm:max-w-[calc(100vw-20rem)]">{label}</span>
            <ChevronDown aria-hidden />
          </>
        ),
      }}
    >
      <Pages />
    </Dropdown>
  );
}

function Pages() {
  return (
    <nav aria-label={t`Navigation`}>
      <NavList onNavigate={useDropdownClose()} />
    </nav>
  );
}
