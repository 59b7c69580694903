import { Readable, pipeline } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";

/** A file of an archive; its text may come while it is packed. */
export interface ZipEntry {
  readonly name: string;
  readonly content: AsyncIterable<string> | Iterable<string>;
}

/** Sizes come behind the content, because they are not known before; names are UTF-8. */
const flags = 0x0808;
const deflated = 8;
const version = 20;
/** 1 January 1980: two archives of the same content are the same bytes. */
const noTime = 0;
const noDate = 0x21;
/** What a ZIP without its 64-bit extension can count to. */
const bytesMax = 0xff_ff_ff_ff;

/**
 * A ZIP archive that is written while its files arrive, in constant memory.
 * @throws when it grows beyond 4 GB.
 */
export async function* zipped(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { name, content } of entries) {
    const start = offset;
    const head = localHead(name);
    yield head;
    offset += head.length;
    const sum = { crc: 0, plain: 0, packed: 0 };
    for await (const chunk of deflate(content, sum)) {
      yield chunk;
      offset += chunk.length;
    }
    if (offset > bytesMax) throw new Error("A workbook can't be larger than 4 GB");
    const tail = descriptor(sum);
    yield tail;
    offset += tail.length;
    directory.push(directoryLine(name, sum, start));
  }
  yield* directory;
  yield directoryEnd(directory, offset);
}

interface Sum {
  crc: number;
  plain: number;
  packed: number;
}

async function* deflate(content: ZipEntry["content"], sum: Sum): AsyncGenerator<Buffer> {
  const packer = createDeflateRaw();
  // Its failure reaches the loop below through the packer, which it destroys.
  pipeline(Readable.from(counted(), { objectMode: false }), packer, () => undefined);
  for await (const chunk of packer as AsyncIterable<Buffer>) {
    sum.packed += chunk.length;
    yield chunk;
  }

  async function* counted(): AsyncGenerator<Buffer> {
    for await (const text of content) {
      const bytes = Buffer.from(text);
      sum.crc = crc32(bytes, sum.crc);
      sum.plain += bytes.length;
      yield bytes;
    }
  }
}

function localHead(name: string): Buffer {
  const fields: Field[] = [[4, 0x04034b50], ...common(), [4, 0], [4, 0], [4, 0]];
  const bytes = Buffer.from(name);
  return Buffer.concat([written([...fields, [2, bytes.length], [2, 0]]), bytes]);
}

function descriptor({ crc, plain, packed }: Sum): Buffer {
  return written([
    [4, 0x08074b50],
    [4, crc],
    [4, packed],
    [4, plain],
  ]);
}

function directoryLine(name: string, { crc, plain, packed }: Sum, start: number): Buffer {
  const bytes = Buffer.from(name);
  const fields: Field[] = [
    [4, 0x02014b50],
    [2, version],
    ...common(),
    [4, crc],
    [4, packed],
    [4, plain],
    [2, bytes.length],
    // No extra field, no comment, first disk, no attributes.
    [2, 0],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, start],
  ];
  return Buffer.concat([written(fields), bytes]);
}

function directoryEnd(lines: readonly Buffer[], offset: number): Buffer {
  const size = lines.reduce((sum, line) => sum + line.length, 0);
  return written([
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, lines.length],
    [2, lines.length],
    [4, size],
    [4, offset],
    [2, 0],
  ]);
}

/** What the head of a file and its line in the directory share. */
function common(): Field[] {
  return [
    [2, version],
    [2, flags],
    [2, deflated],
    [2, noTime],
    [2, noDate],
  ];
}

/** A whole number and how many bytes it takes, the lowest first. */
type Field = readonly [bytes: 2 | 4, value: number];

function written(fields: readonly Field[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [size]) => sum + size, 0));
  let at = 0;
  for (const [size, value] of fields) at = bytes.writeUIntLE(value, at, size);
  return bytes;
}
