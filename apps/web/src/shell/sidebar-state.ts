import { useEffect, useState } from "react";
import { phone } from "../ui/use-media-query.ts";

const cookie = "sidebar_state";
const cookieSeconds = 604_800;

export type SidebarState = "expanded" | "collapsed";

/** Reads the cookie; expanded by default. */
export function readSidebarState(cookies: string): SidebarState {
  return /(?:^|; )sidebar_state=collapsed(?:;|$)/.test(cookies) ? "collapsed" : "expanded";
}

export function sidebarCookie(state: SidebarState): string {
  return `${cookie}=${state}; path=/; max-age=${cookieSeconds}; samesite=lax`;
}

interface Sidebar {
  state: SidebarState;
  /** The phone's sheet. */
  sheetOpen: boolean;
  setSheetOpen: (open: boolean) => void;
  /** For the button and Ctrl or Cmd with B: toggles the sheet on a phone, the width elsewhere. */
  toggle: () => void;
}

export function useSidebar(): Sidebar {
  const [state, setState] = useState(() => readSidebarState(document.cookie));
  const [sheetOpen, setSheetOpen] = useState(false);

  function toggle() {
    if (matchMedia(phone).matches) {
      setSheetOpen((open) => !open);
      return;
    }
    const next = state === "expanded" ? "collapsed" : "expanded";
    document.cookie = sidebarCookie(next);
    setState(next);
  }

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== "b" || !(event.ctrlKey || event.metaKey) || event.altKey)
        return;
      event.preventDefault();
      toggle();
    }
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });

  return { state, sheetOpen, setSheetOpen, toggle };
}
