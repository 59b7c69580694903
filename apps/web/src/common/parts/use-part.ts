import type { Call, Input } from "@rokad/contract/call";
import { useApi } from "../../api/use-api.ts";

type PartCall = Call & { readonly method: "GET" };

/**
 * Loads one section of the page, so that a slow or failed one does not block the others. A change
 * of window does not reload it, because these queries cost the database work.
 */
export function usePart<C extends PartCall>(call: C) {
  const input = {} as Input<C>;
  const { data, error, isValidating, mutate, reload } = useApi(call, input, { onFocus: false });
  return {
    answer: data,
    /** Set only without data; after a failed refresh the last figures stay visible. */
    error: data ? undefined : error,
    busy: isValidating,
    retry: () => void mutate(),
    reload,
  };
}
