/**
 * Copies text to the clipboard; false when the browser refuses. The clipboard API needs https or
 * localhost, so a console on plain http falls back to a selection.
 */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return copyThroughSelection(text);
    }
  }
  return copyThroughSelection(text);
}

function copyThroughSelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "sr-only";
  document.body.append(area);
  area.select();
  // oxlint-disable-next-line typescript/no-deprecated -- the only way to copy outside https
  const copied = document.execCommand("copy");
  area.remove();
  // The selection took the focus; inside a dialog the keyboard would end up behind it.
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
