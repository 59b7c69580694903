import { credentialNames, type CredentialName } from "@rokad/contract/credential-names";

export type { CredentialName } from "@rokad/contract/credential-names";
export type Credentials = Readonly<Partial<Record<CredentialName, string>>>;

/** A credential that nobody has set: said by its name, which is no secret. */
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

/**
 * Tells what the environment has, and how to read what a super admin has set; comes before the
 * first question to a provider or gateway.
 */
export function useCredentials(given: Credentials, stored: ReadStored = async () => ({})): void {
  fromEnvironment = given;
  readStored = stored;
}

/** Those that the environment has, which nobody can change in the console. */
export function namesInEnvironment(): ReadonlySet<CredentialName> {
  return new Set(credentialNames.filter((name) => fromEnvironment[name] !== undefined));
}

/** Those of the names that have no value. */
export async function missingCredentials(
  names: readonly CredentialName[],
): Promise<CredentialName[]> {
  const values = await valuesOf(names);
  return names.filter((name) => values[name] === undefined);
}

/**
 * The values that count now, read at each call to the outside, so that a change counts at once on
 * every server.
 * @throws {MissingCredentialError} naming each that has no value.
 */
export async function readCredentials<N extends CredentialName>(
  ...names: readonly N[]
): Promise<Record<N, string>> {
  const values = await valuesOf(names);
  const missing = names.filter((name) => values[name] === undefined);
  if (missing.length > 0) throw new MissingCredentialError(missing);
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Record<N, string>;
}

/** The environment wins; the database is asked only for what it lacks. */
async function valuesOf(names: readonly CredentialName[]): Promise<Credentials> {
  if (names.every((name) => fromEnvironment[name] !== undefined)) return fromEnvironment;
  return { ...(await readStored()), ...fromEnvironment };
}
