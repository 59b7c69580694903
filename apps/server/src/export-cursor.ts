import { once, type EventEmitter } from "node:events";
import type { Socket } from "node:net";
import Cursor from "pg-cursor";

/** What pg keeps on a cursor that was sent; the package's types leave it out. */
interface Sent {
  readonly connection?: EventEmitter & { readonly stream: Socket };
}

/**
 * A cursor that can be closed on a connection that died. pg-cursor's own `close` then waits for
 * an answer for ever, and with it the export, its reader and a place in the pool.
 */
export class ExportCursor extends Cursor {
  override close(): Promise<void>;
  override close(callback: (error: Error) => void): undefined;
  override close(callback?: (error: Error) => void): Promise<void> | undefined {
    return callback ? super.close(callback) : this.#closeOrDie();
  }

  async #closeOrDie(): Promise<void> {
    const { connection } = this as unknown as Sent;
    if (!connection || connection.stream.destroyed) return;
    const closed = new AbortController();
    const died = once(connection, "end", { signal: closed.signal }).catch(() => undefined);
    await Promise.race([super.close(), died]);
    closed.abort();
  }
}
