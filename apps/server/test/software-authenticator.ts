import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";

/** What a test changes of an honest answer. */
export interface AnswerChange {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly crossOrigin?: boolean;
  /** The challenge to answer instead, in base64url. */
  readonly challenge?: string;
  /** 1 is presence, 4 verification. */
  readonly flags?: number;
  readonly counter?: number;
  readonly userHandle?: string;
  /** Signs with the key of another passkey. */
  readonly signedBy?: SoftwarePasskey;
}

/** The options that the server gives the browser, as far as an authenticator reads them. */
interface Options {
  readonly challenge?: unknown;
  readonly user?: unknown;
}

/** The flags of an answer by a person who was verified. */
const present = 1;
const verified = 4;
const synced = 8 + 16;
const hasCredential = 64;

export type SoftwarePasskey = ReturnType<typeof createPasskey>;

/**
 * An authenticator with one ES256 passkey (WebAuthn level 3). It writes the bytes itself, and counts
 * its answers like a security key.
 */
export function createPasskey({ origin = "http://localhost", rpId = "localhost" } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(16);
  let counter = 0;
  let userHandle: string | undefined;

  function clientData(type: string, options: Options, change: AnswerChange): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: change.type ?? type,
        challenge: change.challenge ?? options.challenge,
        origin: change.origin ?? origin,
        crossOrigin: change.crossOrigin ?? false,
      }),
    );
  }

  function authenticatorData(flags: number, change: AnswerChange): Buffer {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(change.counter ?? counter);
    const rpIdHash = sha256(Buffer.from(change.rpId ?? rpId));
    return Buffer.concat([rpIdHash, Buffer.from([change.flags ?? flags]), count]);
  }

  return {
    id: id.toString("base64url"),
    privateKey,

    /** Answers `navigator.credentials.create` (`RegistrationResponseJSON`). */
    create(options: Options, change: AnswerChange = {}) {
      userHandle = (options.user as { id: string }).id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const authData = Buffer.concat([
        authenticatorData(present + verified + synced + hasCredential, change),
        Buffer.alloc(16),
        length,
        id,
        coseKey(publicKey),
      ]);
      const attestationObject = cbor(
        new Map<string, CborValue>([
          ["fmt", "none"],
          ["attStmt", new Map()],
          ["authData", authData],
        ]),
      );
      return {
        id: id.toString("base64url"),
        rawId: id.toString("base64url"),
        type: "public-key" as const,
        response: {
          clientDataJSON: clientData("webauthn.create", options, change).toString("base64url"),
          attestationObject: attestationObject.toString("base64url"),
          transports: ["internal"],
        },
      };
    },

    /** Answers `navigator.credentials.get` (`AuthenticationResponseJSON`). */
    get(options: Options, change: AnswerChange = {}) {
      const authData = authenticatorData(present + verified + synced, change);
      const data = clientData("webauthn.get", options, change);
      const key: KeyObject = change.signedBy?.privateKey ?? privateKey;
      const signature = sign("sha256", Buffer.concat([authData, sha256(data)]), key);
      return {
        id: id.toString("base64url"),
        rawId: id.toString("base64url"),
        type: "public-key" as const,
        response: {
          clientDataJSON: data.toString("base64url"),
          authenticatorData: authData.toString("base64url"),
          signature: signature.toString("base64url"),
          userHandle: change.userHandle ?? userHandle,
        },
      };
    },
  };
}

function sha256(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}

/** The public key as COSE writes it: EC2, ES256, P-256, x, y (RFC 9053). */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  return cbor(
    new Map<number, CborValue>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ]),
  );
}

type CborValue = number | string | Buffer | Map<string | number, CborValue>;

/** The few kinds of CBOR (RFC 8949) that an authenticator writes. */
function cbor(value: CborValue): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const parts = [...value].flatMap(([key, member]) => [cbor(key), cbor(member)]);
  return Buffer.concat([head(5, value.size), ...parts]);
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}
