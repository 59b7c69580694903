import { useEffect, useState } from "react";

/**
 * A part of a page whose code comes when it is wanted, for a panel that tells of a lost connection
 * itself and tries again: `lazy` would take the whole page down with it.
 * @param load the same function each time, such as one outside the component.
 */
export function usePart<Part>(load: () => Promise<Part>) {
  const [state, setState] = useState<{ part?: Part; failed?: boolean }>({});
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let wanted = true;
    load().then(
      (part) => wanted && setState({ part }),
      () => wanted && setState({ failed: true }),
    );
    return () => {
      wanted = false;
    };
  }, [load, attempt]);

  return {
    part: state.part,
    failed: state.failed ?? false,
    retry: () => {
      setState({});
      setAttempt((before) => before + 1);
    },
  };
}
