import type { PaymentRequest } from "@rokad/contract/payment-requests";
import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleX,
  Clock,
  TriangleAlert,
  type LucideIcon,
} from "lucide-react";
import type { RequestState } from "@rokad/contract/request-states";
import { Badge } from "../ui/badge.tsx";
import { labelOf } from "./request-labels.ts";

const icons: Readonly<Record<RequestState, LucideIcon>> = {
  draft: CircleDashed,
  awaiting_approval: Clock,
  approved: CircleCheck,
  rejected: CircleX,
  withdrawn: Ban,
  expired: Ban,
};

/** A request's state as icon and words. */
export function RequestBadge({ of: request }: { of: PaymentRequest }) {
  const { text, tone } = labelOf(request);
  const isBlocked = request.state === "approved" && !request.payout;
  const Icon = isBlocked ? TriangleAlert : icons[request.state];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {text}
    </Badge>
  );
}
