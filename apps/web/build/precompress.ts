import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const textFile = /\.(js|css|svg|json|txt|map)$/;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Writes `file.br` and `file.gz` beside every text file of a build, at the highest level: once here
 * instead of on every request. The server compresses only index.html, because it adds the branding.
 */
export function precompress(): Plugin {
  return {
    name: "rokad:precompress",
    apply: "build",
    async writeBundle({ dir }) {
      if (!dir) return;
      const names = await readdir(dir, { recursive: true });
      await Promise.all(
        names.filter((name) => textFile.test(name)).map((name) => compress(join(dir, name))),
      );
    },
  };
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await Promise.all([
    writeFile(`${file}.br`, await brotli(bytes, { params })),
    writeFile(`${file}.gz`, await zip(bytes, { level: constants.Z_BEST_COMPRESSION })),
  ]);
}
