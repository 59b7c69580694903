import { createContext, use } from "react";
import { useUser } from "../api/session.ts";
import { paths } from "../paths.ts";
import { menuOf, type MenuEntry, type MenuPath } from "./menu.ts";

/** What a console of this installation calls itself, and where one can go in it. */
export interface Navigation {
  entries: readonly MenuEntry[];
  /** Beside the mark, in place of the product's name. */
  title?: string;
  /** Above the entries in the sidebar. */
  heading?: string;
  /** Where the mark leads. */
  home: MenuPath;
}

/** Unset in the tenants' console; the super admin's frame brings its own. */
export const NavigationContext = createContext<Navigation | null>(null);

export function useNavigation(): Navigation {
  const user = useUser();
  return use(NavigationContext) ?? { entries: menuOf(user), home: paths.dashboard };
}
