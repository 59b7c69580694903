/** The secrets and account names that providers and SMS gateways know us by, as `.env` names them. */
export const credentialNames = [
  "RAZORPAYX_KEY_ID",
  "RAZORPAYX_KEY_SECRET",
  "RAZORPAYX_ACCOUNT_NUMBER",
  "RAZORPAYX_WEBHOOK_SECRET",
  "CASHFREE_CLIENT_ID",
  "CASHFREE_CLIENT_SECRET",
  "CASHFREE_VERIFICATION_CLIENT_ID",
  "CASHFREE_VERIFICATION_CLIENT_SECRET",
  "CASHFREE_PG_CLIENT_ID",
  "CASHFREE_PG_CLIENT_SECRET",
  "MSG91_AUTH_KEY",
  "TWILIO_ACCOUNT_SID",
  "TWILIO_AUTH_TOKEN",
  "TWILIO_FROM",
] as const;
export type CredentialName = (typeof credentialNames)[number];

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

let fromEnvironment: Credentials = {};

/** Tells what the environment has; comes before the first question to a provider or gateway. */
export function useCredentials(given: Credentials): void {
  fromEnvironment = given;
}

/** Those of the names that have no value. */
export async function missingCredentials(
  names: readonly CredentialName[],
): Promise<CredentialName[]> {
  return names.filter((name) => fromEnvironment[name] === undefined);
}

/**
 * The values that count now, read at each call to the outside, so that a change counts at once.
 * @throws {MissingCredentialError} naming each that has no value.
 */
export async function readCredentials<N extends CredentialName>(
  ...names: readonly N[]
): Promise<Record<N, string>> {
  const missing = await missingCredentials(names);
  if (missing.length > 0) throw new MissingCredentialError(missing);
  return Object.fromEntries(names.map((name) => [name, fromEnvironment[name]])) as Record<
    N,
    string
  >;
}
