import type { Answer, Call, Input } from "@rokad/contract/call";
import { useState } from "react";
import { send } from "./client.ts";
import { useApi } from "./use-api.ts";
import { usePoll } from "./use-poll.ts";

type ListCall = Call & { readonly method: "GET"; readonly query: object };

interface PageOptions<A> {
  /** How soon to look again, in seconds; null while nothing on the page can change by itself. */
  lookAgainAfter?: (answer: A) => number | null;
}

/**
 * One page of a history: the rows of the last page stay until the new ones are here, the same
 * page is not asked for twice within 30 s, and neither by a mere change of window.
 */
export function usePage<const C extends ListCall>(
  call: C,
  query: Input<C>["query"],
  { lookAgainAfter }: PageOptions<Answer<C>> = {},
) {
  const input = { query } as Input<C>;
  const { data, error, isLoading, isValidating, mutate } = useApi(call, input, {
    dedupeSeconds: 30,
    onFocus: false,
    keepPrevious: true,
  });

  // Which question the rows on the screen answer; during a change it is the one before.
  const asked = JSON.stringify(query);
  const [answered, setAnswered] = useState<string>();
  if (data && !error && !isLoading && answered !== asked) setAnswered(asked);
  const isOld = answered !== asked;

  /** Asks now, whatever was asked before. @throws what `send` throws. */
  async function reload(): Promise<void> {
    await mutate(await send(call, input), { revalidate: false });
  }

  usePoll(
    () => void reload().catch(() => {}),
    data && lookAgainAfter ? lookAgainAfter(data) : null,
  );

  return {
    answer: data,
    /** Set only where rows can't be shown: a poll that failed leaves them standing. */
    error: error && (isOld || !data) ? error : undefined,
    retrying: error !== undefined && isValidating,
    refreshing: data !== undefined && isOld && !error,
    reload,
    retry: () => void mutate(),
  };
}
