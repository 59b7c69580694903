import { extractText, getDocumentProxy } from "unpdf";

/** The text of each page of a PDF file, with single spaces between its words. */
export async function readPdf(file: Buffer): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(file)), {
    mergePages: false,
  });
  return text.map((page) => page.replaceAll(/\s+/g, " "));
}
