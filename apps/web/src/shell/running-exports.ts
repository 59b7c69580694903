import { messageOf } from "../api/api-error.ts";
import type { DownloadOptions } from "../api/download.ts";
import type { FileProgress } from "../api/read-file.ts";
import { toast } from "../ui/toast.ts";

export interface RunningExport {
  /** Undefined until the first rows are here, and for a short export altogether. */
  readonly progress: FileProgress | undefined;
  readonly cancel: () => void;
}

interface Words {
  /** The toast afterwards. */
  readonly done: string;
  /** The toast when the server gives no reason of its own. */
  readonly failed: string;
}

/** What work answers that goes on elsewhere, such as in the background: nothing is said then. */
export const goesOnElsewhere = Symbol("goes on elsewhere");

export type ExportWork = (
  options: DownloadOptions,
) => Promise<typeof goesOnElsewhere | undefined | void>;

/** Most exports are over before a bar would mean anything. */
const quietMs = 600;

/* By name and outside the pages: an export goes on while its person looks at something else. */
const running = new Map<string, RunningExport>();
const listeners = new Set<() => void>();

/** Starts an export, one of a name at a time, and says in a toast how it ended. */
export async function runExport(
  name: string,
  work: ExportWork,
  { done, failed }: Words,
): Promise<void> {
  if (running.has(name)) return;
  const startedAt = performance.now();
  const stop = new AbortController();
  const cancel = () => stop.abort();
  show(name, { progress: undefined, cancel });
  try {
    const ended = await work({
      signal: stop.signal,
      onProgress: (progress) => {
        if (performance.now() - startedAt > quietMs) show(name, { progress, cancel });
      },
    });
    if (ended !== goesOnElsewhere) toast.success(done);
  } catch (error) {
    if (stop.signal.aborted) toast.info("Export cancelled");
    else toast.error(messageOf(error, failed));
  } finally {
    show(name, undefined);
  }
}

function show(name: string, now: RunningExport | undefined): void {
  if (now) running.set(name, now);
  else running.delete(name);
  for (const listener of listeners) listener();
}

/** For `useSyncExternalStore`. */
export const runningExports = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: (name: string) => running.get(name),
};
