import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { hasWords } from "../../ui/has-words.ts";

/** Something that the palette finds: a page, an action, or a row. */
export interface PaletteItem {
  /** Unique in the palette, such as `payout 01994c60…`. */
  readonly id: string;
  readonly label: string;
  /** Beside the label: an account, a reference. */
  readonly detail?: string | undefined;
  /** At the end: an amount, a status. */
  readonly end?: ReactNode;
  readonly icon: LucideIcon;
  /** Further words by which it is found. */
  readonly words?: string;
  readonly run: () => void;
  /** The address of a row that recent picks open again; actions and pages have none. */
  readonly href?: string;
}

export interface PaletteGroup {
  readonly title: string;
  readonly items: readonly PaletteItem[];
}

/** The items of which each word of a search begins a word. */
export function filterItems(items: readonly PaletteItem[], text: string): PaletteItem[] {
  return items.filter(({ label, words = "" }) => hasWords(`${label} ${words}`, text));
}
