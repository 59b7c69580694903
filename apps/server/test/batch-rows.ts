import type { PayoutBatchDetail } from "@rokad/contract/payout-batch";
import type { ActedOn } from "./approval-rows.ts";
import type { SignedIn } from "./signed-in.ts";
import type { World } from "./world.ts";

/** A new batch of the tenant for each call about batches that takes an id. */
export function batchRows(
  world: () => World,
  owner: () => SignedIn,
): Readonly<Record<string, () => Promise<ActedOn>>> {
  async function draft(by = owner()): Promise<PayoutBatchDetail> {
    const csv = `Name,Account,IFSC,Amount\nAsha Rao,${world().newAccountNumber()},HDFC0000001,100`;
    const { status, text, body } = await by.post("/payout-batches", {
      file_name: "salaries.csv",
      content: Buffer.from(csv).toString("base64"),
      columns: { beneficiary_name: 0, account_number: 1, ifsc_code: 2, amount: 3 },
    });
    if (status !== 201) throw new Error(text);
    return body.data;
  }

  const content = ({ id, content_hash }: PayoutBatchDetail) => ({ id, body: { content_hash } });

  async function submitted(): Promise<PayoutBatchDetail> {
    const preparer = await world().member(owner(), ["preparer"], "Other Preparer");
    await world().member(owner(), ["approver"], "Other Approver");
    const batch = await draft(preparer);
    const body = { content_hash: batch.content_hash };
    const { status, text } = await preparer.post(`/payout-batches/${batch.id}/submit`, body);
    if (status !== 200) throw new Error(text);
    return batch;
  }

  async function running(): Promise<PayoutBatchDetail> {
    const batch = await draft();
    const body = { content_hash: batch.content_hash };
    const { status, text } = await owner().post(`/payout-batches/${batch.id}/run`, body);
    if (status !== 200) throw new Error(text);
    return batch;
  }

  async function paused(): Promise<PayoutBatchDetail> {
    const batch = await running();
    await owner().post(`/payout-batches/${batch.id}/pause`);
    return batch;
  }

  const reason = "The wrong month";
  return {
    getPayoutBatch: draft,
    listBatchRows: draft,
    downloadBatchFile: draft,
    changeBatchRows: async () => {
      const { id, revision } = await draft();
      return { id, body: { revision, changes: [{ number: 2, is_removed: true }] } };
    },
    submitPayoutBatch: async () => {
      await world().member(owner(), ["approver"], "Other Approver");
      return content(await draft());
    },
    runPayoutBatch: async () => content(await draft()),
    approvePayoutBatch: async () => content(await submitted()),
    rejectPayoutBatch: async () => {
      const { id, body } = content(await submitted());
      return { id, body: { ...body, reason } };
    },
    withdrawPayoutBatch: async () => ({ id: (await submitted()).id }),
    pausePayoutBatch: running,
    resumePayoutBatch: paused,
    cancelPayoutBatch: async () => ({ id: (await draft()).id, body: { reason } }),
    retryPayoutBatch: async () => {
      const { id } = await running();
      await owner().post(`/payout-batches/${id}/cancel`, { reason });
      return { id };
    },
  };
}
