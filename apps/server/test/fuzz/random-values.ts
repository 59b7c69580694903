import fc from "fast-check";
import { seededRandom, type SeededRandom } from "../../src/kernel/seeded-random.ts";

/**
 * The random choices behind one request. They depend on the run's seed and the request's number
 * only, so one request of a long run can be repeated without the requests before it.
 */
export function randomOfRequest(seed: number, number: number): SeededRandom {
  return seededRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b));
}

/** Text that matches a pattern of the contract. */
export function textMatching(random: SeededRandom, pattern: string): string {
  const arbitrary = textsByPattern.get(pattern) ?? fc.stringMatching(new RegExp(pattern));
  textsByPattern.set(pattern, arbitrary);
  return sample(random, arbitrary);
}
const textsByPattern = new Map<string, fc.Arbitrary<string>>();

/** Any Unicode text. */
export const anyText = (random: SeededRandom) => sample(random, anyTexts);
const anyTexts = fc.string({ unit: "binary", maxLength: 60 });

/** Any JSON value. */
export const anyJson = (random: SeededRandom) => sample(random, anyValues);
const anyValues = fc.jsonValue({ maxDepth: 3 });

function sample<T>(random: SeededRandom, arbitrary: fc.Arbitrary<T>): T {
  const [value] = fc.sample(arbitrary, { seed: random.between(0, 2 ** 31 - 1), numRuns: 1 });
  return value as T;
}
