import { readFileSync } from "node:fs";
import { join } from "node:path";
import { validRange } from "semver";
import * as z from "zod/mini";
import { ROOT } from "./run-command.ts";

/** The advisories that the registry knew on a day, for what we ship. `npm run advisories` writes it. */
export const snapshotPath = join(ROOT, "docs/security/advisories.json");

const range = z.string().check(z.refine((text) => validRange(text) !== null, "is not a range"));

/** The answer of the registry's bulk endpoint: advisories by package name. Unused fields go. */
export const bulkAnswer = z.record(
  z.string(),
  z.array(
    z.object({
      url: z.string(),
      title: z.string(),
      severity: z.string(),
      vulnerable_versions: range,
    }),
  ),
);
export type BulkAnswer = z.infer<typeof bulkAnswer>;

const snapshot = z.object({
  /** The day of the renewal, in UTC. */
  date: z.iso.date(),
  /** Why there is no answer. */
  reason: z.optional(z.string()),
  answered: z.nullable(bulkAnswer),
  /** "name@version" of each package that the registry was asked about. */
  asked: z.array(z.string()),
});
export type Snapshot = z.infer<typeof snapshot>;

/** @throws Error if the file is missing or damaged. */
export function readSnapshot(path: string): Snapshot {
  try {
    return snapshot.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (cause) {
    throw new Error(`${path} is not a snapshot of advisories. Run \`npm run advisories\`.`, {
      cause,
    });
  }
}
