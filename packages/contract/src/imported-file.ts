import * as z from "zod/mini";
import { text } from "./form-fields.ts";
import { limits } from "./limits.ts";

/** The formats that an import reads, recognised by what is in the file. */
export const fileKind = z.enum(["csv", "xlsx"]);

/** A file of at most this size: its name, and its bytes in base64. */
export function importedFile(bytesMax: number) {
  return {
    file_name: text({
      required: "A file name is required",
      max: [limits.importedFileNameCharsMax, "The file name must not exceed 200 characters"],
    }),
    /** The file in base64. */
    content: z.string({ error: "Choose a file" }).check(
      z.minLength(1, "The file is empty"),
      z.maxLength(
        // Base64 takes four characters for three bytes.
        Math.ceil(bytesMax / 3) * 4,
        `The file is larger than ${bytesMax / 1_000_000} MB`,
      ),
    ),
  };
}

/** What every preview shows of a file, before the meaning of its columns is known. */
export const filePreview = {
  kind: fileKind,
  /** The header's cells, one for each column. */
  header: z.array(z.string()),
  /** What a person may not see or expect: other sheets, hidden rows and columns, formulas. */
  notes: z.array(z.string()),
  /** The first rows as they are written; `line` is from 1. */
  sample: z.array(z.object({ line: z.int(), cells: z.array(z.string()) })),
};

/** The columns that fit each field equally, from 0: none of them is chosen. */
export function unclearColumns<Fields extends readonly string[]>(fields: Fields) {
  return z.partialRecord(z.enum(fields), z.optional(z.array(z.int())));
}

/** @returns why a person chooses the column of a field, such as two columns that fit it equally. */
export function describeUnclear(
  columns: readonly number[] | undefined,
  header: readonly string[],
): string | undefined {
  if (!columns) return undefined;
  const names = columns.map((at) => `“${header[at] ?? ""}” (column ${at + 1})`);
  return `Choose one: ${names.join(" and ")} fit equally`;
}
