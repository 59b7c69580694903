type Page =
  | { readonly ok: true; readonly body: { readonly pagination: { readonly has_next: boolean } } }
  | { readonly ok: false };

/** Reads all pages of a list. @throws if a server refused one. */
export async function readPages(readPage: (page: number) => Promise<Page>): Promise<void> {
  for (let page = 1, more = true; more; page += 1) {
    const { body } = await succeed(readPage(page));
    more = body.pagination.has_next;
  }
}

/** @throws for a refusal. */
export async function succeed<T extends { readonly ok: boolean }>(
  call: Promise<T>,
): Promise<Extract<T, { ok: true }>> {
  const result = await call;
  if (!result.ok) throw new Error(`A final read failed: ${JSON.stringify(result)}`);
  return result as Extract<T, { ok: true }>;
}
