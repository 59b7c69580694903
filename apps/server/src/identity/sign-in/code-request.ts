import type { CodeHolder } from "./code-holder.ts";

export type CodePurpose = "sign_in" | "payout" | "step_up" | "approval";

export interface CodeRequest {
  readonly purpose: CodePurpose;
  readonly mobile: string;
  /**
   * Null for a number without an account, and while a sign-in code is not sent yet: each number gets
   * a row and the same answer.
   */
  readonly personId: string | null;
  /** Who alone can use the code. */
  readonly holder: CodeHolder;
  /** The payout that a payout code authorises. */
  readonly order?: {
    readonly digest: Buffer;
    readonly feePaise: bigint;
    readonly gstPaise: bigint;
  };
  readonly perHourMax: number;
  /** True if the person confirms with a passkey instead. */
  readonly withPasskey?: boolean | undefined;
  /** What a passkey confirms, in words with the charges: there is no text that names them. */
  readonly summary?: string;
}
