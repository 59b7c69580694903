import type { ReactNode, RefCallback } from "react";
import type { Decision, Review } from "./review.ts";

export interface ReviewFormProps<Row> {
  how: "approve" | "reject";
  review: Review<Row>;
  rows: readonly Row[];
  busy: boolean;
  problem: ReactNode;
  onDecide: (decision: Decision) => Promise<void>;
  onBack: () => void;
  nameFirst: RefCallback<HTMLElement>;
}
