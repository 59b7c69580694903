import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type { Observation } from "./observations.ts";

/** Reads a record of observations, one JSON object a line. @throws on a line that is none. */
export async function readObservations(path: string): Promise<Observation[]> {
  const observations: Observation[] = [];
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const observation = JSON.parse(line) as Partial<Observation> | null;
    if (typeof observation?.kind !== "string") throw new Error(`No observation: ${line}`);
    observations.push(observation as Observation);
  }
  return observations;
}
