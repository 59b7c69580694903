import { once, type EventEmitter } from "node:events";
import type { Socket } from "node:net";
import Cursor from "pg-cursor";

/** A property that pg sets when it submits a cursor; the package's types omit it. */
interface SubmittedCursor {
  readonly connection?: EventEmitter & { readonly stream: Socket };
}

/**
 * A cursor that can be closed after its connection died. pg-cursor's own `close` would then wait
 * for ever, and with it the export, its reader and one connection of the pool.
 */
export class ExportCursor extends Cursor {
  override close(): Promise<void>;
  override close(callback: (error: Error) => void): undefined;
  override close(callback?: (error: Error) => void): Promise<void> | undefined {
    return callback ? super.close(callback) : this.#closeUnlessDead();
  }

  async #closeUnlessDead(): Promise<void> {
    const { connection } = this as unknown as SubmittedCursor;
    if (!connection || connection.stream.destroyed) return;
    const closed = new AbortController();
    const died = once(connection, "end", { signal: closed.signal }).catch(() => undefined);
    await Promise.race([super.close(), died]);
    closed.abort();
  }
}
