import type { Claim } from "../claim.ts";
import type { Observation, ObservationOf } from "../observations.ts";
import { sampleRecord } from "./sample-record.ts";

/** A record with one fault, and exactly the claims that it breaks. */
export type FaultyRecord = readonly [
  fault: string,
  breaks: readonly Claim[],
  observations: readonly Observation[],
];

type Kind = Observation["kind"];

/** The sample with changed observations of a kind; undefined removes one. */
export function change<K extends Kind>(
  kind: K,
  matches: (one: ObservationOf<K>) => boolean,
  into: (one: ObservationOf<K>) => Partial<ObservationOf<K>> | undefined,
): Observation[] {
  let times = 0;
  const changed = sampleRecord.flatMap((one): Observation[] => {
    if (one.kind !== kind || !matches(one as ObservationOf<K>)) return [one];
    times += 1;
    const fields = into(one as ObservationOf<K>);
    return fields === undefined ? [] : [{ ...one, ...fields }];
  });
  if (times === 0) throw new Error(`No ${kind} matches`);
  return changed;
}

/** The sample with another observation like one of it. */
export function repeat<K extends Kind>(
  kind: K,
  matches: (one: ObservationOf<K>) => boolean,
  into: (one: ObservationOf<K>) => Partial<ObservationOf<K>> = () => ({}),
): Observation[] {
  const one = sampleRecord.find(
    (each): each is ObservationOf<K> => each.kind === kind && matches(each as ObservationOf<K>),
  );
  if (!one) throw new Error(`No ${kind} matches`);
  return [...sampleRecord, { ...one, ...into(one) }];
}
