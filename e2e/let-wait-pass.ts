/** What it needs of the running program. */
interface Running {
  admin(): Promise<{ readonly token: string }>;
  call(
    token: string,
    method: string,
    path: string,
  ): Promise<readonly { readonly takes_effect_at: string | null }[]>;
  runSql(statement: string, values: readonly string[]): Promise<void>;
}

/** Lets the waiting time and the notice of every change pass, until all are in effect. */
export async function letWaitPass(rokad: Running): Promise<void> {
  const { token } = await rokad.admin();
  const waiting = async () =>
    (await rokad.call(token, "GET", "/super-admin/proposals")).some(
      (proposal) => proposal.takes_effect_at !== null,
    );
  while (await waiting())
    await rokad.runSql(
      "update proposals set takes_effect_at = now() where takes_effect_at > now() and closed_at is null",
      [],
    );
}
