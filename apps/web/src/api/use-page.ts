import type { Answer, Call, Input } from "@rokad/contract/call";
import { useApi } from "./use-api.ts";
import { useFallbackPoll } from "./use-fallback-poll.ts";
import { usePoll } from "./use-poll.ts";

type ListCall = Call & { readonly method: "GET"; readonly query: object };

interface PageOptions<A> {
  /** Seconds until the next reload; null while nothing on the page can change. */
  nextPollSeconds?: (answer: A) => number | null;
  /** True while a row can still change: without live updates the page then reloads, with back-off. */
  isInProgress?: (answer: A) => boolean;
}

const cacheSeconds = 30;

/**
 * One page of a list. The current rows stay until the next ones arrive. The same page is requested
 * at most once in 30 s, and not when the window gets the focus.
 */
export function usePage<const C extends ListCall>(
  call: C,
  query: Input<C>["query"],
  { nextPollSeconds, isInProgress }: PageOptions<Answer<C>> = {},
) {
  const input = { query } as Input<C>;
  const { data, error, isOld, isValidating, mutate, reload } = useApi(call, input, {
    dedupeSeconds: cacheSeconds,
    onFocus: false,
    keepPrevious: true,
  });

  const reloadQuietly = () => void reload().catch(() => {});
  usePoll(reloadQuietly, data && nextPollSeconds ? nextPollSeconds(data) : null);
  useFallbackPoll(reloadQuietly, {
    firstSeconds: data && isInProgress?.(data) ? cacheSeconds : null,
    answer: data,
  });

  return {
    answer: data,
    /** Set only when there are no rows to show: a failed poll keeps the current rows. */
    error: data ? undefined : error,
    retrying: error !== undefined && isValidating,
    refreshing: isOld,
    reload,
    retry: () => void mutate(),
  };
}
