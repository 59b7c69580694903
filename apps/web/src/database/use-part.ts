import type { Call, Input } from "@rokad/contract/call";
import { send } from "../api/client.ts";
import { useApi } from "../api/use-api.ts";

type PartCall = Call & { readonly method: "GET" };

/**
 * One part of the page, asked for by itself: when it is slow or fails, the others show. Nothing
 * is asked again by a mere change of window, because looking costs the database something.
 */
export function usePart<C extends PartCall>(call: C) {
  const input = {} as Input<C>;
  const { data, error, isValidating, mutate } = useApi(call, input, { onFocus: false });
  return {
    answer: data,
    /** Set only where nothing can be shown; a refresh that failed leaves the figures standing. */
    error: data ? undefined : error,
    busy: isValidating,
    retry: () => void mutate(),
    /** @throws what `send` throws. */
    async reload(): Promise<void> {
      await mutate(await send(call, input), { revalidate: false });
    },
  };
}
