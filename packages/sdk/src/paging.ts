/** A page of a list that goes on from a cursor. */
interface CursorPage<T, C> {
  readonly data: readonly T[];
  /** Null on the last page. */
  readonly next: C | null;
  /** Only where `next` is never null. */
  readonly has_more?: boolean;
}

/** Yields every item of a list by cursor: none is missed or repeated while the list changes. */
export async function* byCursor<T, C>(
  first: C | undefined,
  read: (cursor: C | undefined) => PromiseLike<CursorPage<T, C>>,
): AsyncGenerator<T, void> {
  let cursor = first;
  for (;;) {
    const { data, next, has_more: hasMore } = await read(cursor);
    yield* data;
    if (next === null || hasMore === false) return;
    cursor = next;
  }
}

/** Yields every item of a list by cursor that a filter selects, from its beginning. */
export function fromStart<T, Q extends object>(
  query: Q,
  scan: (query: Q & { after?: string }) => PromiseLike<CursorPage<T, string>>,
): AsyncGenerator<T, void> {
  return byCursor<T, string>(undefined, (after) =>
    scan({ ...query, ...(after !== undefined && { after }) }),
  );
}

interface NumberedPage<T> {
  readonly data: readonly T[];
  readonly pagination: { readonly has_next: boolean };
}

/**
 * Yields every item of a list with numbered pages, newest first. An item that is added meanwhile moves
 * the others to later pages, so items that were on the page before are left out.
 */
export async function* byPage<T>(
  read: (page: number) => PromiseLike<NumberedPage<T>>,
  idOf: (item: T) => string,
): AsyncGenerator<T, void> {
  const seen = new Set<string>();
  for (let page = 1; ; page += 1) {
    const { data, pagination } = await read(page);
    for (const item of data) {
      if (seen.has(idOf(item))) continue;
      seen.add(idOf(item));
      yield item;
    }
    if (!pagination.has_next) return;
  }
}
