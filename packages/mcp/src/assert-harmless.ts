/** What an agent's key may do: read, and prepare what people approve. */
const harmlessScopes: ReadonlySet<string> = new Set([
  "payouts:read",
  "payouts:request",
  "wallet:read",
  "beneficiaries:read",
]);
const neededScopes = ["payouts:read", "payouts:request", "wallet:read"] as const;

/**
 * The server would refuse nothing that its key allows, and an agent on the same machine can read the
 * key. So the key itself must be unable to send, to change an account, or to redirect events.
 * @throws with the scopes that are too many or missing.
 */
export function assertHarmless({
  name,
  scopes,
}: {
  readonly name: string;
  readonly scopes: readonly string[];
}): void {
  const harmful = scopes.filter((scope) => !harmlessScopes.has(scope));
  if (harmful.length > 0)
    throw new TypeError(
      `The API key ${name} may do too much for an agent: ${harmful.join(", ")}. Create one with ${neededScopes.join(", ")} only.`,
    );
  const missing = neededScopes.filter((scope) => !scopes.includes(scope));
  if (missing.length > 0) throw new TypeError(`The API key ${name} lacks ${missing.join(", ")}`);
}
