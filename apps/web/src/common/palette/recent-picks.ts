import type { PaletteGroup } from "./palette-item.ts";

/** A row that a person opened from the palette. */
export interface RecentPick {
  readonly id: string;
  readonly label: string;
  readonly detail?: string | undefined;
  readonly href: string;
}

const picksMax = 5;

/** In the tab only: names of payees must not stay on a shared computer. */
const keyOf = (userId: string) => `rokad recent picks ${userId}`;

export function readRecentPicks(userId: string): RecentPick[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? "[]");
    return Array.isArray(stored) ? (stored as unknown[]).filter(isPick).slice(0, picksMax) : [];
  } catch {
    return [];
  }
}

/** Puts a picked row first; an item without an address is no row. */
export function saveRecentPick(userId: string, item: PaletteGroup["items"][number]): void {
  const { id, label, detail, href } = item;
  if (href === undefined) return;
  const others = readRecentPicks(userId).filter((pick) => pick.id !== id);
  const picks = [{ id, label, detail, href }, ...others].slice(0, picksMax);
  try {
    sessionStorage.setItem(keyOf(userId), JSON.stringify(picks));
  } catch {
    // Without storage there are no recent picks.
  }
}

function isPick(value: unknown): value is RecentPick {
  if (typeof value !== "object" || value === null) return false;
  const { id, label, detail, href } = value as Record<string, unknown>;
  return (
    typeof id === "string" &&
    typeof label === "string" &&
    (detail === undefined || typeof detail === "string") &&
    typeof href === "string" &&
    /^\/(?!\/)/.test(href)
  );
}
