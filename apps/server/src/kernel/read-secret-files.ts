import { readFileSync } from "node:fs";
import { credentialNames } from "@rokad/contract/credential-names";
import { ConfigError } from "./config-error.ts";

/**
 * The variables that a file may hold instead: `APP_SECRET_FILE=/run/secrets/app-secret`. Vault's token
 * is not here, because its file is read for each call.
 */
export const secretNames = [
  "DATABASE_URL",
  "DATABASE_SESSION_URL",
  "DATABASE_REPLICA_URL",
  "APP_SECRET",
  "ENCRYPTION_KEY",
  "METRICS_TOKEN",
  "OTEL_EXPORTER_OTLP_HEADERS",
  "AUDIT_WEBHOOK_SECRET",
  "HEADS_WEBHOOK_SECRET",
  "SMTP_URL",
  ...credentialNames,
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Replaces each `NAME_FILE` of a secret with the content of that file, without its last newline.
 * @throws {ConfigError} that names each variable whose file is missing, unreadable or empty, or
 *   which is given twice.
 */
export function readSecretFiles(env: Environment): Environment {
  const problems: string[] = [];
  const contents = secretNames.flatMap((name) => {
    const path = env[`${name}_FILE`];
    if (!path) return [];
    if (env[name]) problems.push(`${name} and ${name}_FILE are both set: keep one`);
    const content = readText(path);
    if (content === undefined) problems.push(`${name}_FILE: ${path} can't be read`);
    if (content === "") problems.push(`${name}_FILE: ${path} is empty`);
    return [[name, content] as const];
  });
  if (problems.length > 0) throw new ConfigError(`Invalid settings:\n  ${problems.join("\n  ")}`);
  return { ...env, ...Object.fromEntries(contents) };
}

/** The paths of the files that hold secrets. */
export function secretFiles(env: Environment): string[] {
  return secretNames.flatMap((name) => env[`${name}_FILE`] || []);
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").replace(/\r?\n$/, "");
  } catch {
    // The message names the variable and the path; the content is a secret.
    return undefined;
  }
}
