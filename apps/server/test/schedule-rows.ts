import { createBeneficiary } from "@rokad/contract/beneficiaries";
import { addDays } from "@rokad/contract/days";
import type { PayoutScheduleDetail } from "@rokad/contract/payout-schedule";
import { changeSchedule, createSchedule } from "@rokad/contract/payout-schedules";
import { runDueSchedules } from "../src/payouts/schedules/run-schedules.ts";
import { today } from "../src/kernel/days.ts";
import type { ActedOn } from "./approval-rows.ts";
import { beneficiaryOf } from "./forms.ts";
import type { SignedIn } from "./signed-in.ts";
import type { World } from "./world.ts";

/** A new schedule of the tenant for each call about schedules that takes an id. */
export function scheduleRows(
  world: () => World,
  owner: () => SignedIn,
): Readonly<Record<string, () => Promise<ActedOn>>> {
  async function form() {
    const body = beneficiaryOf(world().newAccountNumber());
    const { data } = await owner().ask(createBeneficiary, { body });
    const rule = { repeats: "monthly", starts_on: addDays(today(), 1), hour: 10, day: 1 } as const;
    return { destination_id: data.default_destination?.id ?? "", amount: 100, rule };
  }

  async function draft(by = owner()): Promise<PayoutScheduleDetail> {
    return (await by.ask(createSchedule, { body: await form() })).data;
  }

  const content = ({ id, content_hash }: PayoutScheduleDetail) => ({ id, body: { content_hash } });

  async function submitted() {
    const preparer = await world().member(owner(), ["preparer"], "Schedule Preparer");
    await world().member(owner(), ["approver"], "Schedule Approver");
    const schedule = await draft(preparer);
    await submit(preparer, schedule);
    return { schedule, preparer };
  }

  async function submit(by: SignedIn, schedule: PayoutScheduleDetail): Promise<void> {
    const { id, body } = content(schedule);
    const { status, text } = await by.post(`/payout-schedules/${id}/submit`, body);
    if (status !== 200) throw new Error(text);
  }

  /** Pays another payee than before. @returns the changed draft. */
  async function change(by: SignedIn, id: string): Promise<PayoutScheduleDetail> {
    return (await by.ask(changeSchedule, { params: { id }, body: await form() })).data;
  }

  async function active(): Promise<PayoutScheduleDetail> {
    const { id, body } = content(await draft());
    const {
      status,
      text,
      body: answer,
    } = await owner().post(`/payout-schedules/${id}/start`, body);
    if (status !== 200) throw new Error(text);
    return answer.data;
  }

  async function paused(): Promise<PayoutScheduleDetail> {
    const schedule = await active();
    await owner().post(`/payout-schedules/${schedule.id}/pause`);
    return schedule;
  }

  const reason = "A test";
  return {
    getSchedule: draft,
    listScheduleRuns: draft,
    downloadScheduleRuns: draft,
    changeSchedule: async () => ({ id: (await draft()).id, body: await form() }),
    startSchedule: async () => {
      const schedule = await draft();
      return { ...content(schedule), outdate: () => change(owner(), schedule.id) };
    },
    submitSchedule: async () => {
      await world().member(owner(), ["approver"], "One More Approver");
      return content(await draft());
    },
    approveSchedule: async () => {
      const { schedule, preparer } = await submitted();
      const outdate = async () => {
        await preparer.post(`/payout-schedules/${schedule.id}/withdraw`);
        await submit(preparer, await change(preparer, schedule.id));
      };
      return { ...content(schedule), outdate };
    },
    rejectSchedule: async () => {
      const { id, body } = content((await submitted()).schedule);
      return { id, body: { ...body, reason } };
    },
    withdrawSchedule: async () => ({ id: (await submitted()).schedule.id }),
    skipScheduleRun: async () => {
      const { id, next } = await active();
      return { id, body: { due_on: next?.due_on, reason } };
    },
    pauseSchedule: active,
    resumeSchedule: paused,
    endSchedule: async () => ({ id: (await draft()).id, body: { reason } }),
    retryScheduleRun: async () => {
      const { id, next } = await active();
      const late = new Date(Date.parse(next?.due_at ?? "") + 24 * 60 * 60 * 1_000);
      await world().at(late.toISOString(), () => runDueSchedules());
      return { id, params: { due_on: next?.due_on ?? "" } };
    },
  };
}
