import { useCallback, useSyncExternalStore } from "react";

/** Below 768 px tables become cards and the sidebar becomes a sheet. */
export const phone = "(max-width: 767.98px)";

export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
