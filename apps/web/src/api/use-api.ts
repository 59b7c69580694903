import type { Answer, Call, Input, Topic } from "@rokad/contract/call";
import { me } from "@rokad/contract/sign-in";
import useSWR, { mutate, type SWRConfiguration } from "swr";
import { ApiError, type NoAnswerError } from "./api-error.ts";
import { send } from "./client.ts";

type GetCall = Call & { readonly method: "GET" };

interface ApiOptions {
  /** Asks again this often while the page is looked at. */
  pollSeconds?: number;
  /** False: not asked again when the window gets the focus. */
  onFocus?: boolean;
  onReconnect?: boolean;
  /** The same question within this time is not asked again: 2 s unless told, histories 30 s. */
  dedupeSeconds?: number;
  /** Keeps the last page's rows while the next page's come. */
  keepPrevious?: boolean;
}

/**
 * What a GET call answers, kept fresh. `input` null asks nothing yet. SWR's own defaults are the
 * specification's: dedupe 2 s, focus throttle 5 s, error retry 5 s growing, slow after 3 s.
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
  } = options;
  const config: SWRConfiguration<Answer<C>, ApiError | NoAnswerError> = {
    refreshInterval: pollSeconds ? pollSeconds * 1000 : 0,
    revalidateOnFocus: onFocus,
    revalidateOnReconnect: onReconnect,
    dedupingInterval: dedupeSeconds * 1000,
    keepPreviousData: keepPrevious,
    shouldRetryOnError: isWorthAnotherTry,
  };
  return useSWR<Answer<C>, ApiError | NoAnswerError>(
    input && [call.name, input, call.changesWith],
    () => send(call, input as Input<C>),
    config,
  );
}

/** Asks again for what these calls have answered, whatever their filters: after something changed. */
export async function refreshApi(...changed: readonly GetCall[]): Promise<void> {
  const names = new Set(changed.map((call) => call.name));
  await mutate((key) => Array.isArray(key) && names.has(String(key[0])));
}

/**
 * Asks again for whatever of these topics is on the screen, also where the same question was just
 * asked; what is not on the screen is asked for when it is opened next.
 */
export async function refreshTopics(changed: ReadonlySet<Topic>): Promise<void> {
  await mutate((key) => {
    const changesWith: unknown = Array.isArray(key) ? key[2] : undefined;
    return Array.isArray(changesWith) && changesWith.some((topic: Topic) => changed.has(topic));
  });
}

/** Asks everything anew but who is signed in: after a page broke over what it was told. */
export async function forgetAnswers(): Promise<void> {
  await mutate((key) => Array.isArray(key) && key[0] !== me.name, undefined);
}

/** A refusal stays a refusal; only "later" and silence are asked again. */
function isWorthAnotherTry(error: Error): boolean {
  return !(error instanceof ApiError) || error.status === 429 || error.status >= 500;
}
