import { ConfigError } from "./config-error.ts";

/** Whether payouts move real money. An installation has one kind: the sandbox, or real providers. */
export type Environment = "sandbox" | "real";

interface SandboxSettings {
  readonly NODE_ENV: string;
  readonly ALLOW_SANDBOX: boolean;
  readonly DEMO_ACCOUNTS?: boolean | undefined;
  readonly SMS_PROVIDER: string;
  readonly PRIMARY_PROVIDER: string;
  readonly ALTERNATIVE_PROVIDER: string;
  readonly APP_SECRET?: string | undefined;
  readonly ENCRYPTION_KEY?: unknown;
  readonly VAULT_TRANSIT_KEY?: string | undefined;
}

/**
 * Keeps the sandbox away from real money, and out of production unless `ALLOW_SANDBOX` is set.
 * @returns the environment, and whether demo accounts are created.
 * @throws {ConfigError} that names every sandbox setting in the way.
 */
export function checkSandboxSettings(settings: SandboxSettings) {
  const production = settings.NODE_ENV === "production";
  const providers = ["PRIMARY_PROVIDER", "ALTERNATIVE_PROVIDER"] as const;
  const real = providers.find((name) => settings[name] !== "sandbox");
  if (real) assertNoSandboxBeside(`${real} is ${settings[real]}`, settings);
  const demoAccounts =
    settings.DEMO_ACCOUNTS ?? (!production && !real && settings.SMS_PROVIDER === "sandbox");
  if (production && !settings.ALLOW_SANDBOX) assertNoSandbox({ ...settings, demoAccounts });
  const environment: Environment = real ? "real" : "sandbox";
  return { environment, demoAccounts };
}

/** Codes that anyone can read, or play money, would pay out real money. */
function assertNoSandboxBeside(provider: string, settings: SandboxSettings): void {
  const parts = [
    settings.SMS_PROVIDER === "sandbox" &&
      "SMS_PROVIDER is sandbox, so anyone can read its codes over HTTP: set msg91 or twilio",
    settings.PRIMARY_PROVIDER === "sandbox" &&
      "PRIMARY_PROVIDER is sandbox: set a real provider for both rails",
    settings.ALTERNATIVE_PROVIDER === "sandbox" &&
      "ALTERNATIVE_PROVIDER is sandbox: set a real provider for both rails; both may be the same",
    settings.DEMO_ACCOUNTS && "DEMO_ACCOUNTS is on: set DEMO_ACCOUNTS=0",
    settings.ALLOW_SANDBOX && "ALLOW_SANDBOX is on: set ALLOW_SANDBOX=0",
  ].filter((line) => typeof line === "string");
  if (parts.length === 0) return;
  throw new ConfigError(
    `${provider}, which pays real money, and Rokad does not start it beside sandbox parts:\n  ${parts.join("\n  ")}`,
  );
}

/** On a public address, play money could be mistaken for real money. */
function assertNoSandbox(settings: SandboxSettings & { readonly demoAccounts: boolean }): void {
  const sandboxParts = [
    settings.SMS_PROVIDER === "sandbox" && "SMS_PROVIDER is sandbox",
    settings.PRIMARY_PROVIDER === "sandbox" && "PRIMARY_PROVIDER is sandbox",
    settings.ALTERNATIVE_PROVIDER === "sandbox" && "ALTERNATIVE_PROVIDER is sandbox",
    !settings.APP_SECRET && "APP_SECRET is not set, so the signing key would be generated",
    !settings.ENCRYPTION_KEY &&
      !settings.VAULT_TRANSIT_KEY &&
      "ENCRYPTION_KEY is not set, so the key for account numbers would be generated",
    settings.demoAccounts && "DEMO_ACCOUNTS is on",
  ].filter((line) => line !== false);
  if (sandboxParts.length === 0) return;
  throw new ConfigError(
    `NODE_ENV=production does not start with these settings (ALLOW_SANDBOX=1 allows them):\n  ${sandboxParts.join("\n  ")}`,
  );
}
