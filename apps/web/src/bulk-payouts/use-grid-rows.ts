import type { BatchRowView } from "@rokad/contract/batch-states";
import type { BatchRow } from "@rokad/contract/payout-batch";
import { listBatchRows } from "@rokad/contract/payout-batches";
import { useCallback, useEffect, useRef, useState } from "react";
import { send } from "../api/client.ts";

const pageRows = 100;

/** The pages of a view that are in memory. */
interface Loaded {
  readonly pages: ReadonlyMap<number, readonly BatchRow[]>;
  /** Null before the first answer. */
  readonly total: number | null;
  readonly error: unknown;
}

const nothing: Loaded = { pages: new Map(), total: null, error: undefined };

/** The requests for one version of a list. */
interface Version {
  readonly started: Map<number, Promise<void>>;
  /** True until its first answer, which replaces what the version before had. */
  isNew: boolean;
}

const newVersion = (): Version => ({ started: new Map(), isNew: true });

/** Loads the pages of a list that are in sight, each once, and keeps them. */
export function useGridRows(batchId: string, view: BatchRowView) {
  const [loaded, setLoaded] = useState(nothing);
  // What belongs to an earlier version is dropped when it arrives.
  const current = useRef(newVersion());

  // The same as the state, for what reads it between two renders.
  const newest = useRef(nothing);
  const change = useCallback((next: (now: Loaded) => Loaded) => {
    newest.current = next(newest.current);
    setLoaded(newest.current);
  }, []);

  const loadPage = useCallback(
    (page: number): Promise<void> => {
      const here = current.current;
      const earlier = here.started.get(page);
      if (earlier) return earlier;
      const query = { view, page: page + 1, limit: pageRows };
      const loading = send(listBatchRows, { params: { id: batchId }, query }).then(
        ({ data, total }) => {
          if (current.current !== here) return;
          const isFirst = here.isNew;
          here.isNew = false;
          change(({ pages }) => ({
            pages: new Map([...(isFirst ? [] : pages), [page, data]]),
            total,
            error: undefined,
          }));
        },
        (error: unknown) => {
          here.started.delete(page);
          if (current.current === here) change((now) => ({ ...now, error }));
        },
      );
      here.started.set(page, loading);
      return loading;
    },
    [batchId, view, change],
  );

  /** Loads the rows from one position to another. */
  const load = useCallback(
    async (first: number, last: number): Promise<void> => {
      const pages = [];
      for (let page = Math.floor(first / pageRows); page <= Math.floor(last / pageRows); page += 1)
        pages.push(loadPage(page));
      await Promise.all(pages);
    },
    [loadPage],
  );

  useEffect(() => void loadPage(0), [loadPage]);

  /** Loads all of it again, because the batch was changed by others. */
  const reload = useCallback(() => {
    current.current = newVersion();
    void loadPage(0);
  }, [loadPage]);

  /** Loads all of it again and shows nothing until then: what is shown could not be saved. */
  const discard = useCallback(() => {
    change(({ total }) => ({ ...nothing, total }));
    reload();
  }, [change, reload]);

  /** Changes the rows of these lines. */
  const patch = useCallback(
    (numbers: ReadonlySet<number>, replace: (row: BatchRow) => BatchRow) =>
      change((now) => ({
        ...now,
        pages: new Map(
          [...now.pages].map(([page, rows]) => [
            page,
            rows.some(({ number }) => numbers.has(number))
              ? rows.map((row) => (numbers.has(row.number) ? replace(row) : row))
              : rows,
          ]),
        ),
      })),
    [change],
  );

  /** Loads rows and returns those that are there, with what was changed since. */
  async function readRows(first: number, last: number): Promise<BatchRow[]> {
    await load(first, last);
    const found = [];
    for (let position = first; position <= last; position += 1) {
      const row = rowOf(newest.current.pages, position);
      if (row) found.push(row);
    }
    return found;
  }

  const { pages, total, error } = loaded;
  const rowAt = useCallback((position: number) => rowOf(pages, position), [pages]);
  return { rowAt, total, error, load, readRows, reload, discard, patch };
}

const rowOf = (pages: Loaded["pages"], position: number) =>
  pages.get(Math.floor(position / pageRows))?.[position % pageRows];
