/** Where in the list somebody was: a row may be gone, or have other buttons, a moment later. */
export interface FilePlace {
  readonly id: string;
  readonly index: number;
}

/** The row in which an element is, if it is in one. */
export function placeOf(element: Element): FilePlace | null {
  const id = element.closest<HTMLElement>("[data-file]")?.dataset["file"];
  return id === undefined ? null : placeOfFile(id);
}

export function placeOfFile(id: string): FilePlace {
  return { id, index: rows().findIndex(({ dataset }) => dataset["file"] === id) };
}

/**
 * What gets the focus now: the last button of that row, which is the one about the file as a whole;
 * where the row is gone, of the one that took its place; and the list itself where there is none.
 */
export function elementAt({ id, index }: FilePlace): HTMLElement | null {
  const all = rows();
  const row = all.find(({ dataset }) => dataset["file"] === id) ?? all[index] ?? all.at(-1);
  const buttons = row?.querySelectorAll("button");
  return buttons?.[buttons.length - 1] ?? document.querySelector<HTMLElement>("[data-files]");
}

function rows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("[data-files] [data-file]")];
}
