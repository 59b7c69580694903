import { markMemoryKey, readKeyId } from "./tokens.ts";

/**
 * This browser's key, which signs the proofs that its sessions need (RFC 9449). No script can read
 * its private part, so a stolen refresh token is worthless elsewhere.
 */
interface SessionKey {
  /** Found again in local storage: the key that the session is bound to. */
  readonly id: string;
  readonly pair: CryptoKeyPair;
}

const databaseName = "session-key";
const storeName = "keys";
const entry = "current";
let loading: Promise<SessionKey> | undefined;

/**
 * @returns the header `DPoP` for a POST to this path below /api/v1, with the key's id; null without
 *   Web Crypto, which needs https or localhost.
 */
export async function signProof(
  path: string,
  nonce?: string,
): Promise<{ proof: string; keyId: string } | null> {
  if (!globalThis.crypto?.subtle) return null;
  const { id, pair } = await (loading ??= loadKey());
  const { kty, crv, x, y } = await crypto.subtle.exportKey("jwk", pair.publicKey);
  const header = { typ: "dpop+jwt", alg: "ES256", jwk: { kty, crv, x, y } };
  const claims = {
    htm: "POST",
    htu: `${location.origin}/api/v1${path}`,
    iat: Math.floor(Date.now() / 1000),
    jti: crypto.randomUUID(),
    nonce,
  };
  const signed = `${encode(JSON.stringify(header))}.${encode(JSON.stringify(claims))}`;
  const signature = await crypto.subtle.sign(
    { name: "ECDSA", hash: "SHA-256" },
    pair.privateKey,
    new TextEncoder().encode(signed),
  );
  const bytes = String.fromCharCode(...new Uint8Array(signature));
  return { proof: `${signed}.${encode(bytes)}`, keyId: id };
}

/** True if the session is bound to a key that this browser no longer has. */
export async function isKeyLost(): Promise<boolean> {
  const bound = readKeyId();
  if (bound === null) return false;
  return !globalThis.crypto?.subtle || (await (loading ??= loadKey())).id !== bound;
}

function encode(text: string): string {
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}

/** One key for each browser. Private modes without IndexedDB keep theirs until the page unloads. */
async function loadKey(): Promise<SessionKey> {
  try {
    return (await inStore((store) => store.get(entry))) ?? (await addKey());
  } catch {
    const key = await createKey("memory");
    markMemoryKey(key.id);
    return key;
  }
}

/** Closes the race between two tabs: the first key that was added counts for both. */
async function addKey(): Promise<SessionKey> {
  const key = await createKey("stored");
  await inStore((store) => store.add(key, entry)).catch(() => undefined);
  const stored = await inStore((store) => store.get(entry));
  if (!stored) throw new Error("The key was not stored");
  return stored;
}

async function createKey(place: "stored" | "memory"): Promise<SessionKey> {
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  const pair = await crypto.subtle.generateKey(algorithm, false, ["sign"]);
  return { id: `${place}:${crypto.randomUUID()}`, pair };
}

function inStore(use: (store: IDBObjectStore) => IDBRequest): Promise<SessionKey | undefined> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(databaseName, 1);
    const fail = (request: IDBRequest) => () => reject(request.error ?? new Error("No IndexedDB"));
    opening.addEventListener("upgradeneeded", () => opening.result.createObjectStore(storeName));
    opening.addEventListener("error", fail(opening));
    opening.addEventListener("success", () => {
      const database = opening.result;
      const transaction = database.transaction(storeName, "readwrite");
      const request = use(transaction.objectStore(storeName));
      request.addEventListener("error", fail(request));
      transaction.addEventListener("complete", () => {
        database.close();
        resolve(request.result as SessionKey | undefined);
      });
    });
  });
}
