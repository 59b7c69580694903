export type Align = "start" | "center" | "end";

interface Box {
  readonly width: number;
  readonly height: number;
}

interface Anchor {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const gapPx = 6;
const marginPx = 8;

/**
 * Where a panel goes, in pixels of the window: under its anchor, or above where only there it has
 * room; never over the window's edges.
 */
export function placeNear(anchor: Anchor, panel: Box, screen: Box, align: Align) {
  const below = screen.height - anchor.bottom - gapPx - marginPx;
  const above = anchor.top - gapPx - marginPx;
  const isAbove = panel.height > below && above > below;
  const height = Math.min(panel.height, isAbove ? above : below);
  const wanted = {
    start: anchor.left,
    center: (anchor.left + anchor.right - panel.width) / 2,
    end: anchor.right - panel.width,
  }[align];
  const left = Math.max(Math.min(wanted, screen.width - panel.width - marginPx), marginPx);
  return {
    left: Math.round(left),
    top: Math.round(isAbove ? anchor.top - gapPx - height : anchor.bottom + gapPx),
    maxHeight: Math.max(Math.floor(isAbove ? above : below), 0),
  };
}

/** Puts a panel that is in the page (open, or about to be) near its anchor. */
export function place(panel: HTMLElement, anchor: Element, align: Align): void {
  const { style } = panel;
  style.maxHeight = "";
  const screen = {
    width: document.documentElement.clientWidth,
    height: document.documentElement.clientHeight,
  };
  const size = { width: panel.offsetWidth, height: panel.offsetHeight };
  const at = placeNear(anchor.getBoundingClientRect(), size, screen, align);
  style.left = `${at.left}px`;
  style.top = `${at.top}px`;
  style.maxHeight = `${at.maxHeight}px`;
}
