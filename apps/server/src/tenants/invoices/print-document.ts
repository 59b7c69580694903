import type { StreamedFile } from "../../files/send-file.ts";
import { writePdf } from "../../files/pdf/write-pdf.ts";
import { streamFile } from "../../files/stream-file.ts";
import { productName } from "../../identity/settings/read-branding.ts";
import { documentTitle, drawDocument } from "./draw-document.ts";
import type { DocumentRow } from "./list-documents.ts";

/** The document as PDF; its file name has the number without slashes. */
export async function printDocument(document: DocumentRow): Promise<StreamedFile> {
  const bytes = writePdf(
    `${documentTitle(document)} ${document.number}`,
    await productName(),
    (sheet) => drawDocument(sheet, document),
  );
  return streamFile("pdf", `${document.number.replaceAll("/", "-")}.pdf`, bytes);
}
