import type { Connection, Submittable } from "pg";

/** Of what PostgreSQL has sent and nobody has taken yet; then it is told to wait. */
const waitingPiecesMax = 4;
const pieceBytes = 64 * 1024;

/** Writes the row of a COPY, without its line feed, where it is told to; returns the end of it. */
export type RowWriter = (row: Buffer, into: Buffer, at: number) => number;

/**
 * What `COPY (…) TO STDOUT` sends, in pieces of some 64 kB, for `client.query()`. Rows never
 * become objects: each is written straight from the connection's buffer into the piece that goes
 * out. No more than a few pieces wait for a reader who is slow; PostgreSQL waits then.
 */
export class CopyOut implements Submittable, AsyncIterable<Buffer> {
  /** How many rows have been written so far. */
  rows = 0n;
  readonly #text: string;
  readonly #write: RowWriter;
  #wire: Connection | undefined;
  #waiting: Buffer[] = [];
  #piece = Buffer.allocUnsafeSlow(pieceBytes);
  #filled = 0;
  #end: { readonly error?: Error } | undefined;
  #wake: (() => void) | undefined;

  /** @param text the whole statement; COPY takes no parameters. */
  constructor(text: string, write: RowWriter) {
    this.#text = text;
    this.#write = write;
  }

  submit(connection: Connection): void {
    this.#wire = connection;
    connection.query(this.#text);
  }

  /** By the protocol each message is one row with its line feed. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    if (this.#end) return;
    try {
      this.#add(chunk.subarray(0, -1));
    } catch (error) {
      this.#finish({ error: error as Error });
    }
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#hand();
    this.#finish({});
  }

  handleError(error: Error): void {
    this.#finish({ error });
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for (;;) {
      const piece = this.#waiting.shift();
      if (piece) {
        yield piece;
      } else if (this.#end) {
        if (this.#end.error) throw this.#end.error;
        return;
      } else {
        this.#wire?.stream.resume();
        await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    }
  }

  #add(row: Buffer): void {
    // Opened and quoted a row may be longer than it came, never by more than twice and a little.
    const room = row.length * 2 + 1024;
    if (this.#filled + room > this.#piece.length) this.#hand(room);
    this.#filled = this.#write(row, this.#piece, this.#filled);
    this.rows += 1n;
  }

  #hand(room = 0): void {
    if (this.#filled > 0) {
      this.#waiting.push(this.#piece.subarray(0, this.#filled));
      this.#piece = Buffer.allocUnsafeSlow(Math.max(pieceBytes, room));
      this.#filled = 0;
    } else if (room > this.#piece.length) {
      this.#piece = Buffer.allocUnsafeSlow(room);
    }
    if (this.#waiting.length >= waitingPiecesMax) this.#wire?.stream.pause();
    this.#wake?.();
  }

  #finish(end: { readonly error?: Error }): void {
    this.#end ??= end;
    this.#wake?.();
  }
}
