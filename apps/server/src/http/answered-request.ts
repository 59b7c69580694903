/** An answered request of a program: nothing of its body, query, or headers. */
export interface AnsweredRequest {
  readonly requestId: string;
  /** When it arrived. */
  readonly at: Date;
  /** The name of the call. */
  readonly call: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly errorCode: string | null;
  readonly durationUs: number;
  readonly address: string;
}
