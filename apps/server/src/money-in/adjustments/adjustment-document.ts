import { limits } from "@rokad/contract/limits";
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { database, type Tx } from "../../database/db.ts";
import { decrypt, encrypt } from "../../database/encryption/encrypt.ts";
import type { StreamedFile } from "../../files/send-file.ts";
import { invalidInput, notFound } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";

/** A document that people attached, recognised by its first bytes. */
export interface Document {
  readonly fileName: string;
  readonly kind: "pdf" | "png" | "jpeg";
  readonly content: Buffer;
  readonly sha256: Buffer;
}

const signatures = [
  ["pdf", Buffer.from("%PDF-")],
  ["png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ["jpeg", Buffer.from([0xff, 0xd8, 0xff])],
] as const;

/**
 * Reads a document from a form.
 * @param form.content in base64.
 * @throws 400 unless it is a PDF, PNG or JPEG of at most 2 MB, by its content and not its name.
 */
export function readDocument(form: { file_name: string; content: string }): Document {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(form.content)) {
    throw invalidInput({ document: "The file could not be read. Choose it again." });
  }
  const content = Buffer.from(form.content, "base64");
  if (content.length > limits.adjustmentDocumentBytesMax) {
    throw invalidInput({ document: "The file is larger than 2 MB" });
  }
  const [kind] =
    signatures.find(([, start]) => content.subarray(0, start.length).equals(start)) ?? [];
  if (!kind) throw invalidInput({ document: "Choose a PDF, PNG or JPEG file" });
  const sha256 = createHash("sha256").update(content).digest();
  return { fileName: form.file_name, kind, content, sha256 };
}

/** Stores a document encrypted: statements and letters name accounts and people. */
export async function insertDocument(
  db: Tx,
  adjustmentId: string,
  { fileName, kind, content, sha256 }: Document,
): Promise<void> {
  const id = newId();
  await db
    .insertInto("adjustment_documents")
    .values({
      id,
      adjustment_id: adjustmentId,
      file_name: fileName,
      kind,
      byte_count: content.length,
      sha256,
      content_encrypted: encrypt("adjustment document", id, content.toString("base64")),
    })
    .execute();
}

/** @throws 404 without a document. */
export async function openDocument(adjustmentId: string): Promise<StreamedFile> {
  const row = await database()
    .selectFrom("adjustment_documents")
    .select(["id", "kind", "content_encrypted"])
    .where("adjustment_id", "=", adjustmentId)
    .executeTakeFirst();
  if (!row) throw notFound("This document");
  const content = Buffer.from(
    decrypt("adjustment document", row.id, row.content_encrypted),
    "base64",
  );
  return {
    fileName: `adjustment-${adjustmentId.slice(-12)}.${row.kind === "jpeg" ? "jpg" : row.kind}`,
    kind: row.kind,
    content: Readable.from([content], { objectMode: false }),
  };
}
