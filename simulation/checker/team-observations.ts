// What the people of a business prepared, approved and started, and what became of it.

import type { RequestAnswer } from "./request-observations.ts";

/** When a call was sent, and when its answer arrived or was given up. */
interface Timed {
  readonly sentAt: number;
  readonly at: number;
}

/** A person of a business with the roles there, which nobody changes. */
interface TeamMember {
  readonly kind: "team member";
  /** The business, by its owner's mobile number. */
  readonly tenant: string;
  /** The person's mobile number. */
  readonly by: string;
  readonly roles: readonly string[];
}

/** The steps that an amount asks for, one band after the other; the first that fits decides. */
export interface Band {
  /** Null without a limit. */
  readonly upToPaise: number | null;
  readonly steps: readonly { readonly approvals: number; readonly roles: readonly string[] }[];
}

/** An owner's change of the approval policy. */
interface ApprovalPolicy extends Timed {
  readonly kind: "approval policy";
  readonly tenant: string;
  readonly bands: readonly Band[];
  readonly answer: RequestAnswer;
  readonly lostBefore: boolean;
}

/** A payout as a person ordered it in a payment request or a row of a file. */
interface PreparedOrder extends Timed {
  readonly kind: "prepared order";
  readonly tenant: string;
  readonly by: string;
  /** The client's own name of the order. */
  readonly order: string;
  readonly paise: number;
  readonly to: string;
}

export type Subject = "batch" | "payment request";

/** A person uploaded, changed or submitted something, which then has this content. */
interface Preparation extends Timed {
  readonly kind: "preparation";
  readonly tenant: string;
  readonly by: string;
  readonly subject: Subject;
  readonly id: string;
  /** Null while it can't be paid. */
  readonly hash: string | null;
  /** The name of the file, or of the order. */
  readonly name: string;
  /** Whether it waits for approvals from then on. */
  readonly isSubmitted: boolean;
}

/** A person signed a content. */
interface SignedContent extends Timed {
  readonly tenant: string;
  readonly by: string;
  readonly subject: Subject;
  readonly id: string;
  readonly hash: string;
  readonly answer: RequestAnswer;
  readonly lostBefore: boolean;
}

interface Approval extends SignedContent {
  readonly kind: "approval";
}

/** The signature of a batch where the policy asks for no approval. */
interface BatchStart extends SignedContent {
  readonly kind: "batch start";
}

interface Part {
  readonly count: number;
  readonly paise: number;
}

/** A batch after its start, as a person read it. */
interface BatchProgress {
  readonly kind: "batch progress";
  readonly tenant: string;
  readonly id: string;
  readonly total: Part;
  readonly paid: Part;
  readonly failed: Part;
  readonly cancelled: Part;
  readonly waiting: Part;
}

/** A payment request, or a batch, when everything had finished. */
interface FinalContent {
  readonly kind: "final content";
  readonly tenant: string;
  readonly subject: Subject;
  readonly id: string;
  readonly name: string;
  readonly hash: string | null;
}

/** What became of a prepared order, when everything had finished. */
interface OrderEnd {
  readonly kind: "order end";
  readonly tenant: string;
  readonly subject: Subject;
  /** Of the request or batch. */
  readonly id: string;
  readonly order: string;
  readonly paise: number;
  readonly feePaise: number;
  readonly gstPaise: number;
  /** Whether a batch calls it paid, failed, cancelled or waiting; null for a request. */
  readonly part: "paid" | "failed" | "cancelled" | "waiting" | null;
  /** Its payout; null if it has none. */
  readonly payout: { readonly id: string; readonly reference: string } | null;
}

export type TeamObservation =
  | TeamMember
  | ApprovalPolicy
  | PreparedOrder
  | Preparation
  | Approval
  | BatchStart
  | BatchProgress
  | FinalContent
  | OrderEnd;
