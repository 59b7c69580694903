/**
 * Puts text on the clipboard; false when the browser refuses. The clipboard API exists on https
 * and localhost only, so a console on a plain office address copies the old way.
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
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else copies outside https
  const copied = document.execCommand("copy");
  area.remove();
  // Selecting took the focus, and in a dialog the keyboard would be lost behind it.
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
