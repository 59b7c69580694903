import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from "node:crypto";

const cipher = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/**
 * AES-256-GCM under a random IV.
 * @param about what is not secret but belongs to it: unlocking needs the very same.
 * @returns IV, tag, ciphertext.
 */
export function lock(key: KeyObject, about: string, plain: Uint8Array): Buffer {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, key, iv, { authTagLength: tagBytes });
  sealing.setAAD(Buffer.from(about));
  const text = Buffer.concat([sealing.update(plain), sealing.final()]);
  return Buffer.concat([iv, sealing.getAuthTag(), text]);
}

/** @throws when a bit of it, the key or `about` is another than at the locking. */
export function unlock(key: KeyObject, about: string, locked: Uint8Array): Buffer {
  const iv = locked.subarray(0, ivBytes);
  const opening = createDecipheriv(cipher, key, iv, { authTagLength: tagBytes });
  opening.setAAD(Buffer.from(about));
  opening.setAuthTag(locked.subarray(ivBytes, ivBytes + tagBytes));
  const text = opening.update(locked.subarray(ivBytes + tagBytes));
  // Has nothing more in this mode, and throws where the tag is another's.
  opening.final();
  return text;
}
