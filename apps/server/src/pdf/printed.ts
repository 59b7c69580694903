import { setImmediate as otherWork } from "node:timers/promises";
import type { Sheet } from "./sheet.ts";

/**
 * A document as the bytes of its file, in the order in which its pages are drawn. Between two
 * pages others get their turn, and nothing is drawn that the reader has no room for.
 * @param product what the business calls itself.
 * @param draw draws page after page, and yields after each.
 */
export async function* printed(
  title: string,
  product: string,
  draw: (sheet: Sheet) => AsyncIterable<void> | Iterable<void>,
  layout?: "portrait" | "landscape",
): AsyncGenerator<Buffer> {
  // With the first PDF: pdfkit would lengthen every start by a quarter.
  const { Sheet: A4Sheet } = await import("./sheet.ts");
  const sheet = new A4Sheet(title, product, layout);
  try {
    for await (const _ of draw(sheet)) {
      yield* takenFrom(sheet);
      await otherWork();
    }
    sheet.document.end();
    yield* takenFrom(sheet);
  } finally {
    sheet.document.destroy();
  }
}

function* takenFrom({ document }: Sheet): Generator<Buffer> {
  const bytes = document.read() as Buffer | null;
  if (bytes) yield bytes;
}
