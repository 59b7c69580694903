import type { Answer, Call, Input, MoneyAnswer } from "@rokad/contract/call";
import type { ApiResult } from "../api-client.ts";
import type { Observation } from "../checker/observations.ts";
import type { RequestAnswer } from "../checker/request-observations.ts";

/** A call with all its repeats, and its answer; undefined if there was none. */
export interface Exchange<C extends Call = Call> {
  /** Of the person who called. */
  readonly mobile: string;
  /** The owner's mobile number, of the business that the person acts for. */
  readonly business: string;
  /** The id of the API key, if a program called. */
  readonly apiKey?: string;
  readonly call: C;
  readonly input: Input<C>;
  readonly key: string | undefined;
  readonly sentAt: number;
  readonly at: number;
  readonly result: ApiResult<C> | undefined;
}

export type Observer = (exchange: Exchange, isFinal: boolean) => readonly Observation[];

/** An observer with the name of its call. */
export type NamedObserver = readonly [name: string, observer: Observer];

/** What a successful answer says. */
export function answered<C extends Call>(
  { name }: C,
  read: (exchange: Exchange<C>, answer: Answer<C>, isFinal: boolean) => readonly Observation[],
): NamedObserver {
  return [
    name,
    (exchange, isFinal) => {
      const own = exchange as unknown as Exchange<C>;
      return own.result?.ok ? read(own, own.result.body, isFinal) : [];
    },
  ];
}

type Request = Omit<
  Extract<Observation, { kind: "payout request" }>,
  "kind" | "order" | "to" | "answer" | "paise"
>;
type RequestObservation = Extract<Observation, { kind: "payout request" | "deposit request" }>;
type WithoutAnswer<T> = T extends RequestObservation ? Omit<T, "answer"> : never;

/** A request with its answer, or with none. The reader gives null for one that was not accepted. */
export function requested<C extends Call>(
  { name }: C,
  read: (
    request: Request,
    input: Input<C>,
    answer: Answer<C> | undefined,
  ) => WithoutAnswer<RequestObservation> & { readonly answer: RequestAnswer | null },
): NamedObserver {
  return [
    name,
    (exchange) => {
      const { mobile, key, sentAt, at, input, result, apiKey } = exchange as unknown as Exchange<C>;
      const request = {
        tenant: mobile,
        key: key ?? "",
        sentAt,
        at,
        lostBefore: result?.lostBefore ?? true,
        ...(apiKey !== undefined && { apiKey }),
      };
      const { answer, ...observed } = read(request, input, result?.ok ? result.body : undefined);
      const refused: RequestAnswer =
        result && !result.ok ? { refused: result.code } : { none: true };
      return [{ ...observed, answer: answer ?? refused }];
    },
  ];
}

/** @throws on another currency: an amount would be added up wrongly. */
export function paiseOf(amount: MoneyAnswer | null): number {
  if (amount === null) return 0;
  const { currency } = amount as { readonly currency: string };
  if (currency !== "INR") throw new Error(`An answer has the currency ${currency}`);
  return amount.amount;
}

/** Paise of the rupees that a client typed. */
export const orderedPaise = (rupees: number) => Math.round(rupees * 100);
