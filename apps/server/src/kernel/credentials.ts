import { credentialNames, type CredentialName } from "@rokad/contract/credential-names";

export type { CredentialName } from "@rokad/contract/credential-names";
export type Credentials = Readonly<Partial<Record<CredentialName, string>>>;

/** A credential is not set. The message gives its name, which is not secret. */
export class MissingCredentialError extends Error {
  override name = "MissingCredentialError";
  readonly missing: readonly CredentialName[];

  constructor(missing: readonly CredentialName[]) {
    super(`Not set: ${missing.join(", ")}`);
    this.missing = missing;
  }
}

type ReadStored = () => Promise<Credentials>;

let fromEnvironment: Credentials = {};
let readStored: ReadStored = async () => ({});

/** Sets both sources of credentials. Called before the first call to a provider or gateway. */
export function useCredentials(
  environment: Credentials,
  stored: ReadStored = async () => ({}),
): void {
  fromEnvironment = environment;
  readStored = stored;
}

/** Names of the credentials in the environment, which the console cannot change. */
export function environmentCredentials(): ReadonlySet<CredentialName> {
  return new Set(credentialNames.filter((name) => fromEnvironment[name] !== undefined));
}

/** The names without a value. */
export async function missingCredentials(
  names: readonly CredentialName[],
): Promise<CredentialName[]> {
  const values = await valuesOf(names);
  return names.filter((name) => values[name] === undefined);
}

/**
 * The current values. Read before each outbound call, so that a change takes effect at once on
 * every server.
 * @throws {MissingCredentialError} that names each credential without a value.
 */
export async function readCredentials<N extends CredentialName>(
  ...names: readonly N[]
): Promise<Record<N, string>> {
  const values = await valuesOf(names);
  const missing = names.filter((name) => values[name] === undefined);
  if (missing.length > 0) throw new MissingCredentialError(missing);
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Record<N, string>;
}

/** The environment wins; the database is read only for what is missing there. */
async function valuesOf(names: readonly CredentialName[]): Promise<Credentials> {
  if (names.every((name) => fromEnvironment[name] !== undefined)) return fromEnvironment;
  return { ...(await readStored()), ...fromEnvironment };
}
