import type { BatchRowView } from "@rokad/contract/batch-states";
import type { BatchRow } from "@rokad/contract/payout-batch";
import { listBatchLines } from "@rokad/contract/payout-batches";
import { useCallback, useEffect, useRef, useState } from "react";
import { send } from "../api/client.ts";
import { pageRows, readRows } from "./read-rows.ts";

/** The pages of a view that are in memory. */
interface Loaded {
  /**
   * The lines of the view when it was loaded, null before the first answer. A row that leaves the view
   * meanwhile stays in its place, so that no row after it is skipped.
   */
  readonly lines: readonly number[] | null;
  readonly pages: ReadonlyMap<number, readonly BatchRow[]>;
  readonly error: unknown;
}

const nothing: Loaded = { lines: null, pages: new Map(), error: undefined };

/** The requests for one version of a list. */
interface Version {
  lines: Promise<readonly number[]> | undefined;
  readonly started: Map<number, Promise<void>>;
  /** True until its first answer, which replaces what the version before had. */
  isNew: boolean;
  /** Runs when it replaces what the version before had. */
  readonly onShown: (() => void) | undefined;
}

const newVersion = (onShown?: () => void): Version => ({
  lines: undefined,
  started: new Map(),
  isNew: true,
  onShown,
});

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
      const lines = here.lines ?? readLines(batchId, view);
      here.lines = lines;
      const loading = readPage(batchId, lines, page).then(
        (answer) => {
          if (current.current !== here) return;
          const isFirst = here.isNew;
          here.isNew = false;
          if (isFirst) here.onShown?.();
          change(({ pages }) => ({
            lines: answer.lines,
            pages: new Map([...(isFirst ? [] : pages), [page, answer.rows]]),
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
  const reload = useCallback(
    (onShown?: () => void) => {
      current.current = newVersion(onShown);
      void loadPage(0);
    },
    [loadPage],
  );

  /** Loads all of it again and shows nothing until then: what is shown could not be saved. */
  const discard = useCallback(() => {
    change(({ lines }) => ({ ...nothing, lines }));
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

  /**
   * Loads rows and returns those that are there, with what was changed since. Without those that
   * have another position once they are loaded.
   */
  async function readRange(first: number, last: number): Promise<BatchRow[]> {
    const lines = newest.current.lines?.slice(first, last + 1) ?? [];
    await load(first, last);
    return lines.flatMap((line, at) => {
      const row = rowOf(newest.current, first + at);
      return row?.number === line ? [row] : [];
    });
  }

  const { lines, pages, error } = loaded;
  const rowAt = useCallback(
    (position: number) => rowOf({ lines, pages }, position),
    [lines, pages],
  );
  return { rowAt, lines, error, load, readRange, reload, discard, patch };
}

export type GridRows = ReturnType<typeof useGridRows>;

/** All lines of a view, ascending. */
async function readLines(batchId: string, view: BatchRowView): Promise<readonly number[]> {
  const { data } = await send(listBatchLines, { params: { id: batchId }, query: { view } });
  return data.flatMap(({ first, last }) =>
    Array.from({ length: last - first + 1 }, (_, at) => first + at),
  );
}

async function readPage(batchId: string, ofView: Promise<readonly number[]>, page: number) {
  const lines = await ofView;
  const wanted = lines.slice(page * pageRows, (page + 1) * pageRows);
  return { lines, rows: await readRows(batchId, wanted) };
}

/** The row at a position; undefined until it is loaded. */
function rowOf({ lines, pages }: Omit<Loaded, "error">, position: number): BatchRow | undefined {
  const row = pages.get(Math.floor(position / pageRows))?.[position % pageRows];
  return row?.number === lines?.[position] ? row : undefined;
}
