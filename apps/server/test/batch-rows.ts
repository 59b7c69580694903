import { createBatchSchedule } from "@rokad/contract/batch-schedules";
import { addDays } from "@rokad/contract/days";
import type { PayoutBatchDetail } from "@rokad/contract/payout-batch";
import { changeBatchRows, getPayoutBatch } from "@rokad/contract/payout-batches";
import { today } from "../src/kernel/days.ts";
import type { ActedOn } from "./approval-rows.ts";
import { runDueJobs } from "./run-due-jobs.ts";
import type { SignedIn } from "./signed-in.ts";
import type { World } from "./world.ts";

const ruleOf = () =>
  ({ repeats: "monthly", starts_on: addDays(today(), 1), hour: 10, day: 1 }) as const;

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

  async function checked(by = owner()): Promise<PayoutBatchDetail> {
    const { id } = await draft(by);
    await by.post(`/payout-batches/${id}/account-checks`);
    await runDueJobs();
    return (await by.ask(getPayoutBatch, { params: { id } })).data;
  }

  const content = ({ id, content_hash }: PayoutBatchDetail) => ({ id, body: { content_hash } });

  async function submitted() {
    const preparer = await world().member(owner(), ["preparer"], "Other Preparer");
    await world().member(owner(), ["approver"], "Other Approver");
    const batch = await checked(preparer);
    await submit(preparer, batch);
    return { batch, preparer };
  }

  async function submit(by: SignedIn, { id, content_hash }: PayoutBatchDetail): Promise<void> {
    const { status, text } = await by.post(`/payout-batches/${id}/submit`, { content_hash });
    if (status !== 200) throw new Error(text);
  }

  /** Pays another amount than before. @returns the changed draft. */
  async function change(by: SignedIn, id: string): Promise<PayoutBatchDetail> {
    const { revision } = (await by.ask(getPayoutBatch, { params: { id } })).data;
    const changes = [{ number: 2, fields: { amount: "200" } }];
    const input = { params: { id }, body: { revision, changes } };
    return (await by.ask(changeBatchRows, input)).data.batch;
  }

  async function running(): Promise<PayoutBatchDetail> {
    const batch = await checked();
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

  async function scheduled() {
    const { id } = await running();
    const input = { params: { id }, body: { rule: ruleOf() } };
    return (await owner().ask(createBatchSchedule, input)).data;
  }

  const reason = "The wrong month";
  return {
    getPayoutBatch: draft,
    listBatchLines: draft,
    listBatchRows: draft,
    downloadBatchFile: draft,
    changeBatchRows: async () => {
      const { id, revision } = await draft();
      return { id, body: { revision, changes: [{ number: 2, is_removed: true }] } };
    },
    submitPayoutBatch: async () => {
      await world().member(owner(), ["approver"], "Other Approver");
      return content(await checked());
    },
    checkBatchAccounts: draft,
    runPayoutBatch: async () => {
      const batch = await checked();
      return { ...content(batch), outdate: () => change(owner(), batch.id) };
    },
    approvePayoutBatch: async () => {
      const { batch, preparer } = await submitted();
      const outdate = async () => {
        await preparer.post(`/payout-batches/${batch.id}/withdraw`);
        await submit(preparer, await change(preparer, batch.id));
      };
      return { ...content(batch), outdate };
    },
    rejectPayoutBatch: async () => {
      const { id, body } = content((await submitted()).batch);
      return { id, body: { ...body, reason } };
    },
    withdrawPayoutBatch: async () => ({ id: (await submitted()).batch.id }),
    pausePayoutBatch: running,
    resumePayoutBatch: paused,
    cancelPayoutBatch: async () => ({ id: (await draft()).id, body: { reason } }),
    previewBatchSchedule: async () => ({ id: (await running()).id, body: { rule: ruleOf() } }),
    createBatchSchedule: async () => ({ id: (await running()).id, body: { rule: ruleOf() } }),
    skipBatchSchedule: async () => {
      const { id, next } = await scheduled();
      return { id, body: { due_on: next?.due_on, reason } };
    },
    pauseBatchSchedule: scheduled,
    resumeBatchSchedule: async () => {
      const { id } = await scheduled();
      await owner().post(`/batch-schedules/${id}/pause`);
      return { id };
    },
    changeScheduledRows: async () => {
      const { id, batch } = await scheduled();
      return { id, body: { batch_id: batch.id } };
    },
    endBatchSchedule: async () => ({ id: (await scheduled()).id, body: { reason } }),
    retryPayoutBatch: async () => {
      const { id } = await running();
      await owner().post(`/payout-batches/${id}/cancel`, { reason });
      return { id };
    },
  };
}
