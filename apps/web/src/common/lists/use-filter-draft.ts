import { useState } from "react";

/**
 * The filter bar's values until Apply. They start from the applied filters and follow them when the
 * address changes (a link, Back, Reset).
 */
export function useFilterDraft<Filters extends object>(
  applied: Filters,
): [draft: Filters, change: (part: Partial<Filters>) => void] {
  const appliedKey = JSON.stringify(applied);
  const [state, setState] = useState({ appliedKey, draft: applied });
  if (state.appliedKey !== appliedKey) setState({ appliedKey, draft: applied });
  const draft = state.appliedKey === appliedKey ? state.draft : applied;
  return [draft, (part) => setState({ appliedKey, draft: { ...draft, ...part } })];
}
