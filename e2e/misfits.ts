/** What is read of a page here: Node's types, which these files have, know no page. */
interface Box {
  left: number;
  right: number;
  top: number;
  width: number;
}
interface Part {
  textContent: string | null;
  ariaLabel: string | null;
  parentElement: Part | null;
  clientWidth: number;
  scrollWidth: number;
  getBoundingClientRect(): Box;
  matches(selector: string): boolean;
  querySelectorAll(selector: string): Iterable<Part>;
}
interface Text {
  data: string;
  parentElement: Part;
}
export interface Inside {
  innerWidth: number;
  getComputedStyle(part: Part): { overflowX: string; position: string };
  document: {
    documentElement: Part;
    body: Part;
    querySelectorAll(selector: string): Iterable<Part>;
    createTreeWalker(root: Part, show: number): { nextNode(): Text | null };
    createRange(): {
      setStart(text: Text, at: number): void;
      setEnd(text: Text, at: number): void;
      getClientRects(): Iterable<Box>;
    };
  };
}

/**
 * Runs in the page.
 * @returns what does not fit its width: a page that scrolls sideways; a table whose last column is out
 *   of view, or one of whose columns can't be scrolled to a place where all of it is seen; an action,
 *   status, amount, account number, UTR or reference that is cut or broken over two lines.
 */
export function findMisfits({ document, innerWidth, getComputedStyle }: Inside): string[] {
  const found = new Set<string>();
  const slack = 1;
  checkPage();
  for (const table of document.querySelectorAll("main table")) checkTable(table);
  for (const part of document.querySelectorAll(
    "main :is(table, header) :is(button, a, [data-status])",
  ))
    checkAction(part);
  checkFigures();
  return [...found];

  function checkAction(part: Part): void {
    const box = part.getBoundingClientRect();
    // Hidden at this width.
    if (box.width === 0) return;
    const name = part.ariaLabel ?? part.textContent ?? "";
    // A label that does not fit its button; in a table, long texts end in dots.
    if (part.matches("header button") && part.scrollWidth > part.clientWidth + slack)
      found.add(`"${name}" is cut`);
    checkWhole(part, box, name);
  }

  function checkPage(): void {
    const excess = document.documentElement.scrollWidth - innerWidth;
    if (excess <= 0) return;
    const widest = [...document.querySelectorAll("body *")].findLast(
      (part) =>
        part.getBoundingClientRect().right > innerWidth + slack && boundaryOf(part) === null,
    );
    found.add(`the page scrolls sideways by ${excess}: "${widest?.textContent?.slice(0, 40)}"`);
  }

  function checkTable(table: Part): void {
    const scroller = boundaryOf(table);
    if (!scroller || scroller.scrollWidth <= scroller.clientWidth + slack) return;
    // For screen readers only.
    if (scroller.clientWidth <= slack) return;
    const headers = [...table.querySelectorAll("thead th")];
    const name = [...table.querySelectorAll("caption")][0]?.textContent ?? "";
    // A chart's figures keep the names of their rows in view, all others their last column.
    const [rowName] = table.querySelectorAll("tbody th");
    const kept = rowName ?? headers.at(-1);
    const frame = scroller.getBoundingClientRect();
    if (kept && !(isPinned(kept) && isWithin(kept.getBoundingClientRect(), frame)))
      found.add(`"${name}" scrolls and keeps no column in view`);
    const widthOf = (part: Part) => part.getBoundingClientRect().width;
    const isHeaderPinned = (header: Part, at: number) => (rowName ? at === 0 : isPinned(header));
    const free = headers.reduce(
      (left, header, at) => (isHeaderPinned(header, at) ? left - widthOf(header) : left),
      frame.width,
    );
    for (const [at, header] of headers.entries())
      if (!isHeaderPinned(header, at) && widthOf(header) > free + slack)
        found.add(`"${header.textContent}" of "${name}" can't be seen whole`);
  }

  function isPinned(part: Part): boolean {
    return getComputedStyle(part).position === "sticky";
  }

  /** Amounts, account numbers, masked or not, UTRs and references. */
  function checkFigures(): void {
    const figure =
      /[+−]?₹\d[\d,]*(?:\.\d\d)?|\*{4}\d{4}|\b\d{9,18}\b(?!@)|\b(?=[A-Z]*\d)[A-Z\d]{11,22}\b(?!@)/g;
    const texts = document.createTreeWalker(document.body, 4);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const { 0: shown, index } of text.data.matchAll(figure)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + shown.length);
        const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
        if (new Set(lines.map(({ top }) => Math.round(top))).size > 1)
          found.add(`${shown} is broken over ${lines.length} lines`);
        for (const line of lines) checkWhole(text.parentElement, line, shown);
      }
    }
  }

  /** Nothing that hides its overflow cuts it, and it stays in its card; what scrolls can show it. */
  function checkWhole(part: Part, box: Box, name: string): void {
    for (let around: Part | null = part; around; around = around.parentElement) {
      const overflow = getComputedStyle(around).overflowX;
      if (overflow === "visible" && !around.matches("main section")) continue;
      // For screen readers only.
      if (around.clientWidth <= slack) return;
      if (overflow === "auto" || overflow === "scroll") return;
      if (!isWithin(box, around.getBoundingClientRect())) found.add(`"${name}" is cut`);
    }
  }

  /** What clips or scrolls a part; null if nothing does. */
  function boundaryOf(part: Part): Part | null {
    for (let around = part.parentElement; around; around = around.parentElement)
      if (getComputedStyle(around).overflowX !== "visible") return around;
    return null;
  }

  function isWithin(inner: Box, outer: Box): boolean {
    return inner.left >= outer.left - slack && inner.right <= outer.right + slack;
  }
}
