/** How a cell looks: a kind of figure, or a kind of text. */
type Look = "text" | "boldText" | "head" | "paise" | "count" | "day" | "instant";

/** Lakh and crore, as the console groups them; the last part is for what is smaller or negative. */
const rupees = "[&gt;=10000000]##\\,##\\,##\\,##0.00;[&gt;=100000]##\\,##\\,##0.00;#,##0.00";

const formats: readonly (readonly [id: number, code: string])[] = [
  [164, rupees],
  [165, "dd/mm/yyyy"],
  [166, "dd/mm/yyyy hh:mm:ss"],
];

/**
 * The cell styles in the order of their numbers: number format, whether bold, and for text that
 * it stays text when somebody edits it, whatever it begins with.
 */
const styles = [
  { look: "text", format: 0, bold: false, quoted: true },
  { look: "boldText", format: 0, bold: true, quoted: true },
  { look: "head", format: 0, bold: true, quoted: true },
  { look: "paise", format: 164, bold: false, quoted: false },
  { look: "paise", format: 164, bold: true, quoted: false },
  { look: "count", format: 3, bold: false, quoted: false },
  { look: "count", format: 3, bold: true, quoted: false },
  { look: "day", format: 165, bold: false, quoted: false },
  { look: "day", format: 165, bold: true, quoted: false },
  { look: "instant", format: 166, bold: false, quoted: false },
] as const satisfies readonly {
  look: Look;
  format: number;
  bold: boolean;
  quoted: boolean;
}[];

/** The number of a style, as cells name it. */
export function styleOf(look: Look, bold: boolean): number {
  const found = styles.findIndex((style) => style.look === look && style.bold === bold);
  return found === -1 ? styles.findIndex((style) => style.look === look) : found;
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
    ({ look, format, bold, quoted }) =>
      `<xf numFmtId="${format}" fontId="${bold ? 1 : 0}" fillId="${look === "head" ? 2 : 0}" borderId="0" applyNumberFormat="1" applyFont="1" applyFill="1"${quoted ? ' quotePrefix="1"' : ""}/>`,
  ),
  "</cellXfs></styleSheet>",
].join("");
