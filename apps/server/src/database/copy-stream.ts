import type { Connection, Submittable } from "pg";

/** Pieces that wait for the reader before the socket is paused. */
const waitingPiecesMax = 4;
const pieceBytes = 64 * 1024;

/** Writes a row of a COPY, without its line feed, into a buffer at `at`. @returns the end. */
export type RowWriter = (row: Buffer, into: Buffer, at: number) => number;

/**
 * The output of `COPY (…) TO STDOUT` in pieces of about 64 kB, for `client.query()`. Rows never
 * become objects: each is written from the connection's buffer into the next piece. While four
 * pieces wait for a slow reader, the socket is paused and PostgreSQL waits.
 */
export class CopyOutStream implements Submittable, AsyncIterable<Buffer> {
  /** How many rows have been written so far. */
  rows = 0n;
  readonly #text: string;
  readonly #write: RowWriter;
  #connection: Connection | undefined;
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
    this.#connection = connection;
    connection.query(this.#text);
  }

  /** In the protocol each message is one row with its line feed. */
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
    this.#flush();
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
        this.#connection?.stream.resume();
        await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    }
  }

  #add(row: Buffer): void {
    // Decrypting and quoting can lengthen a row, to at most twice its length and 1 kB.
    const room = row.length * 2 + 1024;
    if (this.#filled + room > this.#piece.length) this.#flush(room);
    this.#filled = this.#write(row, this.#piece, this.#filled);
    this.rows += 1n;
  }

  #flush(room = 0): void {
    if (this.#filled > 0) {
      this.#waiting.push(this.#piece.subarray(0, this.#filled));
      this.#piece = Buffer.allocUnsafeSlow(Math.max(pieceBytes, room));
      this.#filled = 0;
    } else if (room > this.#piece.length) {
      this.#piece = Buffer.allocUnsafeSlow(room);
    }
    if (this.#waiting.length >= waitingPiecesMax) this.#connection?.stream.pause();
    this.#wake?.();
  }

  #finish(end: { readonly error?: Error }): void {
    this.#end ??= end;
    this.#wake?.();
  }
}
