import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import type { RokadOptions } from "@rokad/sdk";
import { LoginMissingError } from "./exit-codes.ts";
import type { Io } from "./io.ts";

export type Login = Pick<RokadOptions, "url" | "apiKey" | "allowsPlainHttp">;

/** The folder of this program's files: `rokad` in the user's configuration. */
export function folderOf({ env }: Pick<Io, "env">): string {
  const base =
    env["XDG_CONFIG_HOME"] || env["APPDATA"] || join(env["HOME"] || homedir(), ".config");
  return join(base, "rokad");
}

/**
 * The address and key of `ROKAD_URL` and `ROKAD_API_KEY`, or of `rokad login`.
 * @throws {LoginMissingError}
 */
export async function readLogin(io: Pick<Io, "env">): Promise<Login> {
  const { ROKAD_URL: url, ROKAD_API_KEY: apiKey } = io.env;
  const stored = await readJsonFile<Login>(join(folderOf(io), "login.json"));
  // A key goes only to the address that it was entered for.
  if (url && apiKey) return { url, apiKey, allowsPlainHttp: io.env["ROKAD_PLAIN_HTTP"] === "1" };
  if (url || apiKey)
    throw new LoginMissingError("Set both ROKAD_URL and ROKAD_API_KEY, or neither");
  if (!stored) throw new LoginMissingError("Run rokad login, or set ROKAD_URL and ROKAD_API_KEY");
  return stored;
}

export async function writeLogin(io: Pick<Io, "env">, login: Login): Promise<string> {
  return writeJsonFile(io, "login.json", login);
}

/** @returns whether there was one. */
export async function removeLogin(io: Pick<Io, "env">): Promise<boolean> {
  const path = join(folderOf(io), "login.json");
  const hadLogin = (await readJsonFile(path)) !== undefined;
  await rm(path, { force: true });
  return hadLogin;
}

/** @returns undefined if the file does not exist. */
export async function readJsonFile<T>(path: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Writes a file that only its user can read, whole or not at all. */
export async function writeJsonFile(
  io: Pick<Io, "env">,
  name: string,
  value: object,
): Promise<string> {
  const folder = folderOf(io);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name);
  const next = `${path}.${process.pid}`;
  await writeFile(next, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(next, path);
  return path;
}
