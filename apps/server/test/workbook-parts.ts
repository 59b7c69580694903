import { strToU8, zipSync } from "fflate";

/** A sheet of a workbook: its name and state, and the XML of its rows. */
export interface SheetPart {
  readonly name: string;
  readonly state?: "hidden";
  /** Column definitions, such as `<col min="2" max="2" hidden="1"/>`. */
  readonly columns?: string;
  readonly rows: readonly string[];
}

/** A workbook of sheets whose XML a test writes itself. */
export function workbookOf(...sheets: readonly SheetPart[]): Buffer {
  const list = sheets.map(
    ({ name, state = "visible" }, at) =>
      `<sheet name="${name}" state="${state}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  const relations = sheets.map(
    (_, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  const parts = sheets.map(({ columns = "", rows }, at) => [
    `xl/worksheets/sheet${at + 1}.xml`,
    `<worksheet><cols>${columns}</cols><sheetData>${rows.join("")}</sheetData></worksheet>`,
  ]);
  const files: Record<string, string> = {
    "xl/workbook.xml": `<workbook xmlns:r="r"><sheets>${list.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${relations.join("")}</Relationships>`,
    ...Object.fromEntries(parts),
  };
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, strToU8(xml)]))),
  );
}

/** A row of texts, or of cells' XML where a text starts with `<`. */
export function rowOf(cells: readonly string[], attributes = ""): string {
  const xml = cells.map((cell) =>
    cell.startsWith("<") ? cell : `<c t="inlineStr"><is><t>${cell}</t></is></c>`,
  );
  return `<row ${attributes}>${xml.join("")}</row>`;
}
