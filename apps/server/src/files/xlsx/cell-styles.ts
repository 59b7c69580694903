/** The style of a cell: a type of number or of text. */
type CellStyle = "text" | "typed" | "boldText" | "head" | "paise" | "count" | "day" | "instant";

/** Groups lakh and crore like the console; the last part is for smaller and negative amounts. */
const rupees = "[&gt;=10000000]##\\,##\\,##\\,##0.00;[&gt;=100000]##\\,##\\,##0.00;#,##0.00";

const formats: readonly (readonly [id: number, code: string])[] = [
  [164, rupees],
  [165, "dd/mm/yyyy"],
  [166, "dd/mm/yyyy hh:mm:ss"],
];

/**
 * The cell styles in the order of their numbers. `quoted` keeps an edited text a text, whatever its
 * first character is.
 */
const styles = [
  { kind: "text", format: 49, bold: false, quoted: true },
  { kind: "boldText", format: 0, bold: true, quoted: true },
  { kind: "head", format: 0, bold: true, quoted: true },
  { kind: "paise", format: 164, bold: false, quoted: false },
  { kind: "paise", format: 164, bold: true, quoted: false },
  { kind: "count", format: 3, bold: false, quoted: false },
  { kind: "count", format: 3, bold: true, quoted: false },
  { kind: "day", format: 165, bold: false, quoted: false },
  { kind: "day", format: 165, bold: true, quoted: false },
  { kind: "instant", format: 166, bold: false, quoted: false },
  // Of a column of texts: a number that a person types there keeps its zeros and all its digits.
  { kind: "typed", format: 49, bold: false, quoted: false },
] as const satisfies readonly {
  kind: CellStyle;
  format: number;
  bold: boolean;
  quoted: boolean;
}[];

/** The number of a style, for a cell. */
export function styleOf(kind: CellStyle, bold: boolean): number {
  const index = styles.findIndex((style) => style.kind === kind && style.bold === bold);
  return index === -1 ? styles.findIndex((style) => style.kind === kind) : index;
}

const sheetNames = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const font = (bold: string) => `<font>${bold}<sz val="11"/><name val="Calibri"/></font>`;

/** `xl/styles.xml`. */
export const stylesXml = [
  `<styleSheet xmlns="${sheetNames}">`,
  `<numFmts count="${formats.length}">`,
  ...formats.map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`),
  `</numFmts><fonts count="2">${font("")}${font("<b/>")}</fonts>`,
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>',
  '<fill><patternFill patternType="solid"><fgColor rgb="FFEEF0F7"/></patternFill></fill></fills>',
  '<borders count="1"><border/></borders>',
  '<cellStyleXfs count="1"><xf/></cellStyleXfs>',
  `<cellXfs count="${styles.length}">`,
  ...styles.map(
    ({ kind, format, bold, quoted }) =>
      `<xf numFmtId="${format}" fontId="${bold ? 1 : 0}" fillId="${kind === "head" ? 2 : 0}" borderId="0" applyNumberFormat="1" applyFont="1" applyFill="1"${quoted ? ' quotePrefix="1"' : ""}/>`,
  ),
  "</cellXfs></styleSheet>",
].join("");
