import { createContext, use } from "react";
import { useUser } from "../api/session.ts";
import { paths } from "../paths.ts";
import { menuOf, type MenuEntry, type MenuPath } from "./menu.ts";

/** The name and the menu of a console: the tenant's or the super admin's. */
export interface Navigation {
  entries: readonly MenuEntry[];
  /** Replaces the product's name beside the logo. */
  title?: string;
  /** Above the entries in the sidebar. */
  heading?: string;
  /** How much awaits the person's signature; for the bell. */
  awaitingMe?: number;
  /** The logo's link. */
  home: MenuPath;
}

/** Null in the tenants' console; the super admin's console provides its own. */
export const NavigationContext = createContext<Navigation | null>(null);

export function useNavigation(): Navigation {
  const user = useUser();
  return use(NavigationContext) ?? { entries: menuOf(user), home: paths.dashboard };
}
