/** Runs a piece of work once all earlier ones ended. */
export type OneAfterAnother = <T>(work: () => Promise<T>) => Promise<T>;

/** Closes the race between proposals: two at once would pass the caps together. */
export function oneAfterAnother(): OneAfterAnother {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
