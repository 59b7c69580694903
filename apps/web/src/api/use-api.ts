import type { Answer, Call, Input, Topic } from "@rokad/contract/call";
import { me } from "@rokad/contract/sign-in";
import { useDeferredValue, useId } from "react";
import useSWR, { mutate, type SWRConfiguration } from "swr";
import { ApiError, type NoAnswerError } from "./api-error.ts";
import { send } from "./client.ts";

type GetCall = Call & { readonly method: "GET" };

interface ApiOptions {
  /** Reloads this often while the page is visible. */
  pollSeconds?: number;
  /** False: no reload when the window gets the focus. */
  onFocus?: boolean;
  onReconnect?: boolean;
  /** The same request within this time is sent once: 2 s by default, histories 30 s. */
  dedupeSeconds?: number;
  /** Keeps the current rows until the next page's arrive. */
  keepPrevious?: boolean;
  /** Shows no answer from before the component: a form copies it, and saving would restore the old one. */
  isFresh?: boolean;
}

/** What each answer answers, for those that stay on the screen until the next one arrives. */
const inputsOf = new WeakMap<object, string>();

/**
 * The answer of a GET call, reloaded when stale. A null `input` sends nothing. With `keepPrevious`, an
 * answer of another input is `isOld`, and goes once the new one failed to load: it must not pass for
 * it. SWR's own defaults are the specification's: dedupe 2 s, focus throttle 5 s, error retry 5 s
 * growing, slow after 3 s.
 *
 * What shows an answer for the first time is often a whole page. React renders it in slices, between
 * which a slow phone answers a press; until then the answer is loading. Later ones show at once.
 */
export function useApi<const C extends GetCall>(
  call: C,
  input: Input<C> | null,
  options: ApiOptions = {},
) {
  const {
    pollSeconds,
    onFocus = true,
    onReconnect = true,
    dedupeSeconds = 2,
    keepPrevious = false,
    isFresh = false,
  } = options;
  const ownId = useId();
  const config: SWRConfiguration<Answer<C>, ApiError | NoAnswerError> = {
    refreshInterval: pollSeconds ? pollSeconds * 1000 : 0,
    revalidateOnFocus: onFocus,
    revalidateOnReconnect: onReconnect,
    dedupingInterval: dedupeSeconds * 1000,
    keepPreviousData: keepPrevious,
    shouldRetryOnError: isRetryable,
  };
  const key = input && ([call.name, input, call.changesWith, ...(isFresh ? [ownId] : [])] as const);
  const asked = JSON.stringify(input);
  const ask = async () => {
    const received = await send(call, input as Input<C>);
    inputsOf.set(received as object, asked);
    return received;
  };
  const answer = useSWR<Answer<C>, ApiError | NoAnswerError>(key, ask, config);
  const isShown = useDeferredValue(answer.data !== undefined);
  const isOld = () =>
    keepPrevious &&
    answer.data !== undefined &&
    (inputsOf.get(answer.data as object) ?? asked) !== asked;
  const own = {
    get data() {
      return !isShown || (answer.error && isOld()) ? undefined : answer.data;
    },
    get isLoading() {
      return answer.isLoading || (answer.data !== undefined && !isShown);
    },
    get isOld() {
      return isOld() && !answer.error;
    },
    /** Asks now, whatever was asked before, and keeps the answer. @throws what `send` throws. */
    async reload(): Promise<void> {
      // Not `answer.mutate`, which takes the key of its moment: another page may be open by then.
      await mutate(key, await ask(), { revalidate: false });
    },
  };
  // SWR renders again for what is read, so that nothing may be read ahead.
  return Object.setPrototypeOf(own, answer) as typeof answer & typeof own;
}

/** Reloads the answers of these calls, whatever their filters: after a change. */
export async function refreshApi(...changed: readonly GetCall[]): Promise<void> {
  const names = new Set(changed.map((call) => call.name));
  await mutate((key) => Array.isArray(key) && names.has(String(key[0])));
}

/**
 * Reloads what is on the screen of these topics, even where the same request was just sent. Other
 * pages load their data when they open.
 */
export async function refreshTopics(changed: ReadonlySet<Topic>): Promise<void> {
  await mutate((key) => {
    const changesWith: unknown = Array.isArray(key) ? key[2] : undefined;
    return Array.isArray(changesWith) && changesWith.some((topic: Topic) => changed.has(topic));
  });
}

/** Drops all cached answers except the signed-in user's: after an answer crashed a page. */
export async function clearApiCache(): Promise<void> {
  await mutate((key) => Array.isArray(key) && key[0] !== me.name, undefined);
}

/** Retries only rate limits, server errors and missing responses. */
function isRetryable(error: Error): boolean {
  return !(error instanceof ApiError) || error.status === 429 || error.status >= 500;
}
