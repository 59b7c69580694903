// `npm run release` writes dist/release/rokad-<version>.tar.zst, which runs on a bare Linux of this
// machine's kind, and beside it the archive's SHA-256. With `--folder DIR` it writes the files of the
// archive there instead; `--without-postgresql` leaves out the PostgreSQL for a trial.
import { hash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { spawn } from "node:child_process";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { constants, createZstdCompress } from "node:zlib";
import { readManifest } from "../pack-folder.ts";
import { ROOT } from "../run-command.ts";
import { collectFiles } from "./collect-files.ts";

const { values } = parseArgs({
  options: {
    folder: { type: "string" },
    "without-postgresql": { type: "boolean", default: false },
  },
});
const contents = { hasPostgresql: !values["without-postgresql"] };
if (values.folder) {
  await mkdir(values.folder, { recursive: true });
  await collectFiles(values.folder, contents);
} else {
  const { version } = await readManifest(".");
  const folder = join(ROOT, "dist/release", `rokad-${version}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  try {
    await collectFiles(folder, contents);
    console.log(await writeArchive(folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The order, owner and times of the files are fixed, so that the same sources give the same archive. */
async function writeArchive(folder: string): Promise<string> {
  const archive = `${folder}.tar.zst`;
  const fixed = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mtime=@0"];
  const parent = join(folder, "..");
  const tar = spawn("tar", ["-c", ...fixed, "-C", parent, basename(folder)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const params = { [constants.ZSTD_c_compressionLevel]: 12 };
  const ended = new Promise<number | null>((resolve) => tar.once("close", resolve));
  await pipeline(tar.stdout, createZstdCompress({ params }), createWriteStream(archive));
  const code = await ended;
  if (code !== 0) throw new Error(`tar ended with code ${code}`);
  const digest = hash("sha256", await readFile(archive));
  await writeFile(`${archive}.sha256`, `${digest}  ${basename(archive)}\n`);
  return archive;
}
