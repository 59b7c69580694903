import { startTransition, useEffect, useState } from "react";

/**
 * Loads a part of a page on demand, for a panel that shows a failed load and offers a retry. With
 * `lazy` a failed load would replace the whole page.
 * @param load the same function each time, such as one outside the component.
 */
export function usePart<Part>(load: () => Promise<Part>) {
  const [state, setState] = useState<{ part?: Part; failed?: boolean }>({});

  // Sets the state only after the load, never during the effect.
  function fetchPart(): void {
    load().then(
      // A large part mounts in slices, between which the page answers a press.
      (part) => startTransition(() => setState({ part })),
      () => setState({ failed: true }),
    );
  }

  useEffect(fetchPart, [load]);
  return { part: state.part, failed: state.failed ?? false, retry: fetchPart };
}
