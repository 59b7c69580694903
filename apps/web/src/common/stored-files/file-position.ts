/** The focused file in the list. Its row may disappear or change its buttons. */
export interface FilePosition {
  readonly id: string;
  readonly index: number;
}

/** The position of the row that contains the element, if any. */
export function positionOf(element: Element): FilePosition | null {
  const id = element.closest<HTMLElement>("[data-file]")?.dataset["file"];
  return id === undefined ? null : positionOfFile(id);
}

export function positionOfFile(id: string): FilePosition {
  return { id, index: rows().findIndex(({ dataset }) => dataset["file"] === id) };
}

/**
 * The element to focus: the last button of the file's row, or of the row that took its place, or the
 * list when it is empty.
 */
export function focusTargetAt({ id, index }: FilePosition): HTMLElement | null {
  const all = rows();
  const row = all.find(({ dataset }) => dataset["file"] === id) ?? all[index] ?? all.at(-1);
  const buttons = row?.querySelectorAll("button");
  return buttons?.[buttons.length - 1] ?? document.querySelector<HTMLElement>("[data-files]");
}

function rows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("[data-files] [data-file]")];
}
