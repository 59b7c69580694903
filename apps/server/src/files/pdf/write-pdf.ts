import { setImmediate as yieldToOtherWork } from "node:timers/promises";
import type { Sheet } from "./sheet.ts";

/**
 * The bytes of a PDF, page by page. Between two pages other requests run, and the next page is drawn
 * only when the reader has taken the last one.
 * @param product the name of the business.
 * @param draw draws the pages and yields after each.
 */
export async function* writePdf(
  title: string,
  product: string,
  draw: (sheet: Sheet) => AsyncIterable<void> | Iterable<void>,
  layout?: "portrait" | "landscape",
): AsyncGenerator<Buffer> {
  // Loaded with the first PDF, because pdfkit would make every start a quarter slower.
  const { Sheet: A4Sheet } = await import("./sheet.ts");
  const sheet = new A4Sheet(title, product, layout);
  try {
    for await (const _ of draw(sheet)) {
      yield* readBytes(sheet);
      await yieldToOtherWork();
    }
    sheet.document.end();
    yield* readBytes(sheet);
  } finally {
    sheet.document.destroy();
  }
}

function* readBytes({ document }: Sheet): Generator<Buffer> {
  const bytes = document.read() as Buffer | null;
  if (bytes) yield bytes;
}
