import { strToU8, zipSync } from "fflate";

/** A spreadsheet cell: text, a number, a day (its serial number) or a formula. */
export type XlsxCell = string | number | { readonly day: number } | { readonly formula: string };

/** A workbook with one sheet and the parts that every spreadsheet program writes. */
export function xlsxFile(rows: readonly (readonly XlsxCell[])[]): Buffer {
  const strings: string[] = [];
  const sheet = rows.map(
    (cells, at) =>
      `<row r="${at + 1}">${cells.map((cell, column) => xmlOf(cell, `${letterOf(column)}${at + 1}`, strings)).join("")}</row>`,
  );
  const parts = {
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    "xl/workbook.xml": `<workbook xmlns:r="r"><sheets><sheet name="Statement" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/styles.xml": `<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    "xl/sharedStrings.xml": `<sst>${strings.map((text) => `<si><t>${escaped(text)}</t></si>`).join("")}</sst>`,
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${sheet.join("")}</sheetData></worksheet>`,
  };
  const files = Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)] as const);
  return Buffer.from(zipSync(Object.fromEntries(files)));
}

function xmlOf(cell: XlsxCell, reference: string, strings: string[]): string {
  if (cell === "") return "";
  if (typeof cell === "string") {
    strings.push(cell);
    return `<c r="${reference}" t="s"><v>${strings.length - 1}</v></c>`;
  }
  if (typeof cell === "number") return `<c r="${reference}"><v>${cell}</v></c>`;
  if ("day" in cell) return `<c r="${reference}" s="1"><v>${cell.day}</v></c>`;
  return `<c r="${reference}"><f>${escaped(cell.formula)}</f><v>1000</v></c>`;
}

function letterOf(column: number): string {
  return String.fromCharCode(65 + column);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
