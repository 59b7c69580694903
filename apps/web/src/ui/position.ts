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
 * Computes a panel's position in window pixels: below its anchor, or above where only that side has
 * room; always inside the window.
 */
export function computePosition(anchor: Anchor, panel: Box, screen: Box, align: Align) {
  const below = screen.height - anchor.bottom - gapPx - marginPx;
  const above = anchor.top - gapPx - marginPx;
  const isAbove = panel.height > below && above > below;
  const height = Math.min(panel.height, isAbove ? above : below);
  const aligned = {
    start: anchor.left,
    center: (anchor.left + anchor.right - panel.width) / 2,
    end: anchor.right - panel.width,
  }[align];
  const left = Math.max(Math.min(aligned, screen.width - panel.width - marginPx), marginPx);
  return {
    left: Math.round(left),
    top: Math.round(isAbove ? anchor.top - gapPx - height : anchor.bottom + gapPx),
    maxHeight: Math.max(Math.floor(isAbove ? above : below), 0),
  };
}

/** Positions a panel near its anchor. The panel must be in the page to be measured. */
export function positionPanel(panel: HTMLElement, anchor: Element, align: Align): void {
  const { style } = panel;
  style.maxHeight = "";
  const screen = {
    width: document.documentElement.clientWidth,
    height: document.documentElement.clientHeight,
  };
  const size = { width: panel.offsetWidth, height: panel.offsetHeight };
  const position = computePosition(anchor.getBoundingClientRect(), size, screen, align);
  style.left = `${position.left}px`;
  style.top = `${position.top}px`;
  style.maxHeight = `${position.maxHeight}px`;
}
