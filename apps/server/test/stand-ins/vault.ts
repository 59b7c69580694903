import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { openStandIn, type StandInReply, type StandInRequest } from "./stand-in-server.ts";

export const vaultToken = "hvs.CAESIJ-a-token-of-the-stand-in";

/**
 * The transit engine of HashiCorp Vault with one key: `encrypt`, `decrypt`, `rewrap` and `rotate`,
 * with the statuses and bodies of its API documentation.
 */
export async function openVault({ mount = "transit", key = "rokad", namespace = "" } = {}) {
  const versions = [randomBytes(32)];
  let isSealed = false;
  let token = vaultToken;
  let versionMin = 1;
  const standIn = await openStandIn(handle);

  function handle({ method, path, headers, body }: StandInRequest): StandInReply {
    if (isSealed) return failure(503, "Vault is sealed");
    if (headers["x-vault-token"] !== token || (headers["x-vault-namespace"] ?? "") !== namespace)
      return failure(403, "permission denied");
    const [operation, name] = path.startsWith(`/v1/${mount}/`)
      ? path.slice(`/v1/${mount}/`.length).split("/")
      : [];
    if (method !== "POST" || operation === undefined) return failure(404);
    if (name !== key) return failure(400, "encryption key not found");
    const input = (body === "" ? {} : JSON.parse(body)) as Input;
    if (operation === "encrypt") return success({ ciphertext: encryptText(input.plaintext ?? "") });
    if (operation !== "decrypt" && operation !== "rewrap") return failure(404);
    const plaintext = decryptText(input.ciphertext ?? "");
    if (plaintext === undefined) return failure(400, "cipher: message authentication failed");
    return success(
      operation === "decrypt" ? { plaintext } : { ciphertext: encryptText(plaintext) },
    );
  }

  function encryptText(plaintext: string): string {
    const iv = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", versions.at(-1) as Buffer, iv);
    const text = Buffer.concat([cipher.update(Buffer.from(plaintext, "base64")), cipher.final()]);
    const bytes = Buffer.concat([iv, cipher.getAuthTag(), text]);
    return `vault:v${versions.length}:${bytes.toString("base64")}`;
  }

  function decryptText(ciphertext: string): string | undefined {
    const [, version, text] = /^vault:v(\d+):(.+)$/.exec(ciphertext) ?? [];
    const keyBytes = versions[Number(version) - 1];
    if (!keyBytes || text === undefined || Number(version) < versionMin) return undefined;
    const bytes = Buffer.from(text, "base64");
    const decipher = createDecipheriv("aes-256-gcm", keyBytes, bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString(
        "base64",
      );
    } catch {
      return undefined;
    }
  }

  return {
    ...standIn,
    handle,
    /** A new version of the key, as `POST /transit/keys/rokad/rotate` adds one. */
    rotate: () => void versions.push(randomBytes(32)),
    /** Versions before the newest decrypt no more (`min_decryption_version`). */
    retireOldVersions: () => void (versionMin = versions.length),
    setSealed: (is: boolean) => void (isSealed = is),
    changeToken: (to: string) => void (token = to),
  };
}

interface Input {
  readonly plaintext?: string;
  readonly ciphertext?: string;
}

const success = (data: object): StandInReply => ({
  status: 200,
  json: { request_id: "2f7d2b", lease_id: "", renewable: false, lease_duration: 0, data },
});
const failure = (status: number, ...errors: string[]): StandInReply => ({
  status,
  json: { errors },
});
