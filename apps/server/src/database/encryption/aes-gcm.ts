import { createCipheriv, createDecipheriv, randomFillSync, type KeyObject } from "node:crypto";

const cipher = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/**
 * Encrypts with AES-256-GCM and a random IV.
 * @param context additional authenticated data: decryption needs the same text.
 * @returns IV (12 bytes), tag (16), ciphertext.
 */
export function encryptBytes(key: KeyObject, context: string, plain: Uint8Array): Buffer {
  const iv = newIv();
  const cipherStream = createCipheriv(cipher, key, iv, { authTagLength: tagBytes });
  cipherStream.setAAD(Buffer.from(context));
  const text = Buffer.concat([cipherStream.update(plain), cipherStream.final()]);
  return Buffer.concat([iv, cipherStream.getAuthTag(), text]);
}

const pool = Buffer.alloc(ivBytes * 256);
let used = pool.length;

/** Random, each used once. The system is asked for many at once: a call costs as much as the encryption. */
function newIv(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += ivBytes;
  return Buffer.copyBytesFrom(pool, used - ivBytes, ivBytes);
}

/** @throws if the value was altered, or the key or `context` differs from the encryption. */
export function decryptBytes(key: KeyObject, context: string, encrypted: Uint8Array): Buffer {
  const iv = encrypted.subarray(0, ivBytes);
  const decipher = createDecipheriv(cipher, key, iv, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(encrypted.subarray(ivBytes, ivBytes + tagBytes));
  const text = decipher.update(encrypted.subarray(ivBytes + tagBytes));
  // Returns no more text in this mode, but throws if the tag does not match.
  decipher.final();
  return text;
}
