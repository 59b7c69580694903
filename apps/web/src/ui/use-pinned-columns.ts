import { type CSSProperties, useLayoutEffect, useRef, useState } from "react";
import type { Column } from "./table-cards.ts";

interface Pins {
  /** By column index. */
  cells: Readonly<Record<number, CSSProperties>>;
  /** Of the scrolling box: what gets the focus comes out from under the pinned columns. */
  box: CSSProperties;
}

const noPins: Pins = { cells: {}, box: {} };
const pinnedCell = { position: "sticky", zIndex: 1, backgroundColor: "inherit" } as const;

/**
 * Where a table is wider than its place, its last column stays in view at the right, and so do its
 * actions, its status and its title at the left, as long as each other column can still be seen whole.
 * @returns the ref of the scrolling box and the styles that pin.
 */
export function usePinnedColumns<Row>(columns: readonly Column<Row>[]) {
  const ref = useRef<HTMLDivElement>(null);
  const [pins, setPins] = useState(noPins);
  const places = columns.map(({ card }) => card).join();

  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    const measure = () => {
      const next = pinsOf(box, places.split(","));
      // The same pins render nothing.
      setPins((pinned) => (JSON.stringify(pinned) === JSON.stringify(next) ? pinned : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const element of [box, ...box.children]) observer.observe(element);
    return () => observer.disconnect();
  }, [places]);

  return { ref, pins };
}

function pinsOf(box: HTMLElement, places: readonly string[]): Pins {
  if (box.scrollWidth <= box.clientWidth + 1) return noPins;
  const headers = box.querySelectorAll("th");
  const widths = places.map((_, index) => headers[index]?.getBoundingClientRect().width ?? 0);
  const pinned = choosePins(places, widths, box.clientWidth);
  const title = places.indexOf("title");
  const cells: Record<number, CSSProperties> = {};
  let right = 0;
  for (const index of [...pinned].toSorted((a, b) => b - a)) {
    const edge = index === title ? { left: 0 } : { right };
    // A background, because cells of a table with collapsed borders draw no border or shadow of their own.
    const towards = index === title ? "left" : "right";
    const backgroundImage = `linear-gradient(to ${towards}, var(--line) 1px, transparent 1px)`;
    cells[index] = { ...pinnedCell, ...edge, backgroundImage };
    if (index !== title) right += widths[index] ?? 0;
  }
  const scrollPaddingLeft = pinned.has(title) ? (widths[title] ?? 0) : 0;
  return { cells, box: { scrollPaddingLeft, scrollPaddingRight: right } };
}

/** The columns to pin, by index. */
export function choosePins(
  places: readonly string[],
  widths: readonly number[],
  boxWidth: number,
): ReadonlySet<number> {
  const at = (place: string) =>
    places.flatMap((each, index) => (each === place ? [index] : [])).toReversed();
  const pinned = new Set([places.length - 1]);
  for (const index of [...at("foot"), ...at("status"), ...at("title").slice(-1)]) {
    const isPinned = (each: number) => pinned.has(each) || each === index;
    const free = widths.reduce(
      (left, width, each) => (isPinned(each) ? left - width : left),
      boxWidth,
    );
    if (widths.every((width, each) => isPinned(each) || width <= free)) pinned.add(index);
  }
  return pinned;
}
