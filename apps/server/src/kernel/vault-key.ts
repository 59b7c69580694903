import { readFile } from "node:fs/promises";
import type { RequestOptions } from "node:https";
import { setTimeout as pause } from "node:timers/promises";
import type { KmsKey } from "./kms-key.ts";
import type { VaultSettings } from "./vault-settings.ts";

const callMs = 5_000;
const firstPauseMs = 250;
const pauseMsMax = 4_000;
const answerBytesMax = 64 * 1024;

/** Vault did not do it. The message is for the person who starts Rokad and has no token. */
class VaultError extends Error {
  override name = "VaultError";
  readonly isForPerson = true;
  /** Vault may answer in a moment: it is away, sealed, or busy. */
  readonly mayPass: boolean;

  constructor(message: string, { mayPass = false } = {}) {
    super(message);
    this.mayPass = mayPass;
  }
}

/**
 * A key of Vault's transit engine. Each call has a time-out, and is repeated with back-off while
 * Vault is away, sealed, or busy.
 * @param patienceMs how long it is repeated.
 * @throws a sentence for the operator when Vault refuses, or is still away after that.
 */
export function vaultKey(settings: VaultSettings, { patienceMs = 30_000 } = {}): KmsKey {
  const { mount, key } = settings;
  const call = (operation: string, body: object) =>
    callWithPatience(settings, operation, body, patienceMs);
  return {
    name: `vault:${mount}/${key}`,
    encrypt: async (plain) =>
      Buffer.from(
        textIn(await call("encrypt", { plaintext: plain.toString("base64") }), "ciphertext"),
      ),
    decrypt: async (encrypted) =>
      Buffer.from(
        textIn(await call("decrypt", { ciphertext: encrypted.toString() }), "plaintext"),
        "base64",
      ),
    renew: async (encrypted) =>
      Buffer.from(textIn(await call("rewrap", { ciphertext: encrypted.toString() }), "ciphertext")),
  };
}

async function callWithPatience(
  settings: VaultSettings,
  operation: string,
  body: object,
  patienceMs: number,
): Promise<unknown> {
  const giveUpAt = performance.now() + patienceMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, pauseMsMax)) {
    try {
      return await callOnce(settings, operation, body);
    } catch (error) {
      const isOver = performance.now() + pauseMs > giveUpAt;
      if (!(error instanceof VaultError) || !error.mayPass || isOver) throw error;
      await pause(pauseMs);
    }
  }
}

async function callOnce(settings: VaultSettings, operation: string, body: object) {
  const { address, namespace, mount, key } = settings;
  const [token, ca] = await Promise.all([readToken(settings), readCertificates(settings)]);
  const { status, text } = await post(
    `${address.replace(/\/$/, "")}/v1/${mount}/${operation}/${key}`,
    {
      headers: {
        "content-type": "application/json",
        "x-vault-request": "true",
        "x-vault-token": token,
        ...(namespace && { "x-vault-namespace": namespace }),
      },
      ...(ca && { ca }),
    },
    JSON.stringify(body),
  ).catch((error: Error & { code?: string }) => {
    const sentence = `Vault at ${address} does not answer (${error.code ?? error.message}).`;
    throw new VaultError(sentence, { mayPass: true });
  });
  if (status !== 200) throw refusal(settings, operation, status, text);
  return readData(text, address);
}

async function readToken({ token, tokenFile }: VaultSettings): Promise<string> {
  if (token !== undefined) return token;
  const file = tokenFile ?? "";
  const text = await readFile(file, "utf8").catch(() => "");
  if (text.trim() === "") throw new VaultError(`VAULT_TOKEN_FILE: ${file} has no token.`);
  return text.trim();
}

async function readCertificates({ caFile }: VaultSettings): Promise<string | undefined> {
  if (caFile === undefined) return undefined;
  return readFile(caFile, "utf8").catch(() => {
    throw new VaultError(`VAULT_CACERT: ${caFile} can't be read.`);
  });
}

/** By node:https, because fetch takes no certificate authority. It follows no redirect. */
async function post(url: string, options: RequestOptions, body: string) {
  const { request } = await (url.startsWith("https:") ? import("node:https") : import("node:http"));
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const outgoing = request(
      url,
      { ...options, method: "POST", signal: AbortSignal.timeout(callMs) },
      (incoming) => {
        let text = "";
        incoming.setEncoding("utf8").on("error", reject);
        incoming.on("data", (chunk: string) => {
          text += chunk;
          if (text.length > answerBytesMax) incoming.destroy(new Error("its answer is too long"));
        });
        incoming.on("end", () => resolve({ status: incoming.statusCode ?? 0, text }));
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** Vault's status codes: 503 is sealed or in maintenance, 412, 429, 472 and 473 concern one node. */
function refusal(
  { address, mount, key }: VaultSettings,
  operation: string,
  status: number,
  text: string,
): VaultError {
  const path = `${mount}/${operation}/${key}`;
  if (status === 403) {
    return new VaultError(
      `Vault at ${address} forbids ${path}. Check that the token is valid and its policy allows "update" there.`,
    );
  }
  if (status === 503) {
    const what = /sealed/i.test(text)
      ? "is sealed. Unseal it and start again"
      : "is in maintenance";
    return new VaultError(`Vault at ${address} ${what}.`, { mayPass: true });
  }
  if (status === 404)
    return new VaultError(`Vault at ${address} has no transit engine at ${mount}/.`);
  if (status === 400) {
    return new VaultError(
      `Vault at ${address} can't ${operation} with ${mount}/${key}: the key does not exist, its version was removed, or the value was encrypted elsewhere.`,
    );
  }
  const mayPass = status >= 500 || [307, 412, 429, 472, 473].includes(status);
  return new VaultError(`Vault at ${address} answered ${status} to ${path}.`, { mayPass });
}

function readData(text: string, address: string): unknown {
  try {
    return (JSON.parse(text) as { data?: unknown }).data;
  } catch {
    throw new VaultError(`Vault at ${address} did not answer with JSON.`, { mayPass: true });
  }
}

function textIn(data: unknown, field: "ciphertext" | "plaintext"): string {
  const value = (data as Record<string, unknown> | null | undefined)?.[field];
  if (typeof value !== "string") throw new VaultError(`Vault's answer has no ${field}.`);
  return value;
}
