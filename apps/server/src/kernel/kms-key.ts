/** A key of an external key management service, which never gives it away. */
export interface KmsKey {
  /** Identifies the key in tables and messages, such as `vault:transit/rokad`. */
  readonly name: string;
  encrypt(plain: Buffer): Promise<Buffer>;
  decrypt(encrypted: Buffer): Promise<Buffer>;
  /** Encrypts with the newest version of the key what an older one encrypted. */
  renew(encrypted: Buffer): Promise<Buffer>;
}
