import { useEffect, useState } from "react";

/**
 * A part of a page whose code comes when it is wanted, for a panel that tells of a lost connection
 * itself and tries again: `lazy` would take the whole page down with it.
 * @param load the same function each time, such as one outside the component.
 */
export function usePart<Part>(load: () => Promise<Part>) {
  const [state, setState] = useState<{ part?: Part; failed?: boolean }>({});

  // Says what became of it only then: nothing changes while the effect itself runs.
  function fetchPart(): void {
    load().then(
      (part) => setState({ part }),
      () => setState({ failed: true }),
    );
  }

  useEffect(fetchPart, [load]);
  return { part: state.part, failed: state.failed ?? false, retry: fetchPart };
}
