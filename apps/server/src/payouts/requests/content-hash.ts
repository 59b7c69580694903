import type { PayoutSource } from "@rokad/contract/approval-policies";
import { digest } from "../../kernel/ids.ts";
import type { Step } from "../approval-policies/policy.ts";
import type { StoredOrder } from "./stored-request.ts";

/** Everything that an approval agrees to. */
export interface RequestContent extends StoredOrder {
  readonly id: string;
  readonly tenantId: string;
  readonly makerId: string;
  readonly revision: number;
  readonly source: PayoutSource;
  readonly feePaise: bigint;
  readonly gstPaise: bigint;
  readonly policyId: string | null;
  readonly band: number | null;
  readonly steps: readonly Step[];
}

/** The version of the encoding. Another one gives other hashes, so old approvals never fit it. */
const version = 1;

/**
 * SHA-256 over the JSON of the content with sorted keys (RFC 8785): every field of the order, remarks
 * and contacts included, the charges, and who is asked. No provider is named: the installation
 * chooses it when the payout is sent.
 */
export function contentHash({ feePaise, gstPaise, order, ...content }: RequestContent): Buffer {
  const given = Object.entries(order).filter(([, value]) => value !== "" && value !== null);
  return digest({
    version,
    ...content,
    order: Object.fromEntries(given),
    fee_paise: feePaise.toString(),
    gst_paise: gstPaise.toString(),
  });
}
