import { t } from "../../language.ts";
import { messageOf } from "../../api/api-error.ts";
import type { DownloadOptions } from "../../api/download.ts";
import type { FileProgress } from "../../api/read-file.ts";
import { toast } from "../../ui/toast.ts";

export interface RunningExport {
  /** Undefined until the first rows arrive, and for short exports. */
  readonly progress: FileProgress | undefined;
  readonly cancel: () => void;
}

interface ToastTexts {
  /** The toast after a success. */
  readonly successText: string;
  /** The toast after a failure without a server message. */
  readonly failureText: string;
}

/** Returned by work that continues in the background; it shows no toast. */
export const continuesInBackground = Symbol("continues in background");

export type ExportWork = (
  options: DownloadOptions,
) => Promise<typeof continuesInBackground | undefined | void>;

/** Shorter exports show no progress bar. */
const progressDelayMs = 600;

/* By name, outside the pages: an export continues while the user visits other pages. */
const running = new Map<string, RunningExport>();
const listeners = new Set<() => void>();

/** Starts an export, one per name at a time, and reports the result in a toast. */
export async function runExport(
  name: string,
  work: ExportWork,
  { successText, failureText }: ToastTexts,
): Promise<void> {
  if (running.has(name)) return;
  const startedAt = performance.now();
  const abort = new AbortController();
  const cancel = () => abort.abort();
  update(name, { progress: undefined, cancel });
  try {
    const result = await work({
      signal: abort.signal,
      onProgress: (progress) => {
        if (performance.now() - startedAt > progressDelayMs) update(name, { progress, cancel });
      },
    });
    if (result !== continuesInBackground) toast.success(successText);
  } catch (error) {
    if (abort.signal.aborted) toast.info(t`Export cancelled`);
    else toast.error(messageOf(error, failureText));
  } finally {
    update(name, undefined);
  }
}

function update(name: string, state: RunningExport | undefined): void {
  if (state) running.set(name, state);
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
