const SystemDate = Date;

/**
 * Shifts the clock of this process, as an operator could, by what `aheadMs` returns at each reading. The
 * whole program has one clock: the contract checks that no day is in the future.
 */
export function shiftClock(aheadMs: () => number): void {
  const shiftedNow = () => SystemDate.now() + aheadMs();
  globalThis.Date = new Proxy(SystemDate, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [shiftedNow()] : given, newTarget) as Date,
    get: (target, name, receiver): unknown =>
      name === "now" ? shiftedNow : Reflect.get(target, name, receiver),
  });
}
