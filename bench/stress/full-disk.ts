import { execFileSync } from "node:child_process";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { mkdtemp, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StressCase } from "./run-case.ts";

const diskMebibytes = 900;

/** Whether this process may mount the small disk: root on Linux. */
export const canMountDisk = process.platform === "linux" && process.getuid?.() === 0;

/** A small disk of its own for PostgreSQL, in memory, which another file fills to the last byte. */
export async function fullDisk(): Promise<StressCase & { close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "rokad-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${diskMebibytes}m,mode=0711`, "tmpfs", folder]);
  const filler = join(folder, "filler");
  return {
    key: "full_disk",
    name: "the database's disk is full",
    goal: undefined,
    parent: folder,
    async begin() {
      fill(filler);
      // What PostgreSQL frees meanwhile is taken as well.
      const filling = setInterval(() => fill(filler), 200);
      return async () => {
        clearInterval(filling);
        rmSync(filler);
        return `a disk of ${diskMebibytes} MB without a free byte`;
      };
    },
    async close() {
      execFileSync("umount", ["--lazy", folder]);
      await rmdir(folder);
    },
  };
}

function fill(path: string): void {
  const file = openSync(path, "a");
  try {
    for (const size of [2 ** 20, 4_096]) fillWith(file, Buffer.alloc(size));
  } finally {
    closeSync(file);
  }
}

function fillWith(file: number, block: Buffer): void {
  for (;;)
    try {
      if (writeSync(file, block) < block.length) return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOSPC") return;
      throw error;
    }
}
