import { useState } from "react";

/**
 * What the filter bar shows until Apply: it starts from the applied filters and follows them when
 * the address changes (a link, Back, Reset).
 */
export function useFilterDraft<Filters extends object>(
  applied: Filters,
): [draft: Filters, change: (part: Partial<Filters>) => void] {
  const print = JSON.stringify(applied);
  const [state, setState] = useState({ print, draft: applied });
  if (state.print !== print) setState({ print, draft: applied });
  const draft = state.print === print ? state.draft : applied;
  return [draft, (part) => setState({ print, draft: { ...draft, ...part } })];
}
