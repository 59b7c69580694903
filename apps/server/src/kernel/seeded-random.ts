import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { mersenne } from "pure-rand/generator/mersenne";

export type SeededRandom = ReturnType<typeof seededRandom>;

/**
 * Random choices for demo data and tests: the same seed gives the same choices on every machine.
 * Never use it for secrets. Mersenne Twister, because its first numbers differ between
 * neighbouring seeds.
 */
export function seededRandom(seed: number) {
  const generator = mersenne(seed);
  /** A whole number; both ends are included. */
  const between = (least: number, most: number) => uniformInt(generator, least, most);
  return {
    between,
    /** A whole number from 0 up to `limit - 1`. */
    below: (limit: number) => between(0, limit - 1),
    /** @param share the probability, from 0 to 1. */
    chance: (share: number) => uniformFloat64(generator) < share,
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new Error("Cannot pick from an empty list");
      return list[between(0, list.length - 1)] as T;
    },
    /** Picks a name with a probability in proportion to its weight. */
    pickWeighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
      const entries = Object.entries(weights) as [Name, number][];
      let rest = uniformFloat64(generator) * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [name, weight] of entries) {
        rest -= weight;
        if (rest < 0) return name;
      }
      throw new Error("At least one weight must be above 0");
    },
  };
}
