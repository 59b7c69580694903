/** Where passkeys may be used: these addresses, or `localhost` at any port for a trial. */
export type PasskeyOrigins = readonly string[] | "localhost";

/** Without an address, a trial on this machine has passkeys at `localhost`, and production none. */
export function originsAt(publicUrl: string | undefined, production: boolean): PasskeyOrigins {
  if (publicUrl !== undefined) return [new URL(publicUrl).origin];
  return production ? [] : "localhost";
}

let origins: PasskeyOrigins = [];

/** Sets the addresses of the console at which passkeys may be used. */
export function usePasskeyOrigins(chosen: PasskeyOrigins): void {
  origins = chosen;
}

/** The addresses, for people; empty for an installation without passkeys. */
export function listPasskeyOrigins(): string[] {
  return origins === "localhost" ? ["http://localhost"] : [...origins];
}

/** The host name that passkeys are bound to by default (RP id); null without an address. */
export function defaultPasskeyHost(): string | null {
  const [first] = hostNames();
  return first ?? null;
}

/** Whether a browser at this address may use a passkey. */
export function isPasskeyOrigin(origin: string): boolean {
  if (origins !== "localhost") return origins.includes(origin);
  return URL.parse(origin)?.hostname === "localhost" && new URL(origin).origin === origin;
}

/**
 * Whether browsers accept a host name at every address of the console: it is that address's own, or
 * one above it (WebAuthn level 3, RP ID).
 */
export function isPasskeyHost(host: string): boolean {
  const names = hostNames();
  return names.length > 0 && names.every((name) => name === host || name.endsWith(`.${host}`));
}

function hostNames(): string[] {
  return origins === "localhost"
    ? ["localhost"]
    : origins.map((origin) => new URL(origin).hostname);
}
