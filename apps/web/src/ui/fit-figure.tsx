import type { ReactNode } from "react";

/** Of a figure of Inter: a digit, a sign or ₹, and a separator, in parts of the font size. */
const widths = { figure: 0.66, separator: 0.3 };

/**
 * A large figure on one line. It gets a smaller font where the nearest container (`@container`) is
 * narrower than it, so that no digit is cut.
 */
export function fitFigure(text: string): ReactNode {
  const separators = text.match(/[,.]/g)?.length ?? 0;
  const ems = (text.length - separators) * widths.figure + separators * widths.separator;
  return (
    <span
      className="whitespace-nowrap tabular-nums"
      style={{ fontSize: `min(1em, 100cqi / ${ems})` }}
    >
      {text}
    </span>
  );
}
