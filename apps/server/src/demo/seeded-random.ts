/**
 * Whole numbers below a limit that come out the same at every start (a linear congruential
 * generator): the demo history looks alike on every machine.
 */
export function seededRandom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
