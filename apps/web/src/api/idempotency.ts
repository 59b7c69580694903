/** 128 random bits. `crypto.randomUUID` needs https or localhost; this works everywhere. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Hashes a request's content, so that browser storage holds no account numbers. 53 bits (cyrb53)
 * are enough to notice a changed field.
 */
export function fingerprint(input: unknown, ignoring: readonly string[] = []): string {
  const text = JSON.stringify(input, (name, value: unknown) =>
    ignoring.includes(name) ? undefined : value,
  );
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
}
