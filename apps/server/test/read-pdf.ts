import { getDocumentProxy } from "unpdf";

interface Text {
  readonly str: string;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  readonly top: number;
}

const marginMin = 28;
/** Letters of two texts may touch by this much, in points. */
const tolerance = 1;

/**
 * The text of each page of a PDF file, with single spaces between its words.
 * @throws where a text leaves the page or is written over another one.
 */
export async function readPdf(file: Buffer): Promise<string[]> {
  const document = await getDocumentProxy(new Uint8Array(file));
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent();
    const texts = items.flatMap((item) => ("str" in item && item.str.trim() ? [placed(item)] : []));
    assertReadable(texts, { width, height });
    const all = items.map((item) => ("str" in item ? `${item.str}${item.hasEOL ? "\n" : ""}` : ""));
    pages.push(all.join("").replaceAll(/\s+/g, " "));
  }
  return pages;
}

interface Item {
  readonly str: string;
  readonly transform: readonly number[];
  readonly width: number;
}

/** Where the letters without their descenders are. */
function placed({ str, transform, width }: Item): Text {
  const [, , , size = 0, left = 0, baseline = 0] = transform;
  return { str, left, right: left + width, baseline, top: baseline + Math.abs(size) * 0.7 };
}

function assertReadable(texts: readonly Text[], page: { width: number; height: number }): void {
  for (const [at, text] of texts.entries()) {
    const { str, left, right, baseline, top } = text;
    const isInside =
      left >= marginMin &&
      right <= page.width - marginMin &&
      baseline >= 0 &&
      top <= page.height - marginMin;
    if (!isInside) throw new Error(`Outside the page: ${str}`);
    const under = texts.slice(at + 1).find((other) => overlap(text, other));
    if (under) throw new Error(`Written over each other: ${str} / ${under.str}`);
  }
}

function overlap(a: Text, b: Text): boolean {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = Math.min(a.top, b.top) - Math.max(a.baseline, b.baseline);
  return across > tolerance && down > tolerance;
}
