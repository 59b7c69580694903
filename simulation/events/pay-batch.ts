import { randomUUID } from "node:crypto";
import { checkBatchAccounts } from "@rokad/contract/batch-account-checks";
import {
  approvePayoutBatch,
  submitPayoutBatch,
  withdrawPayoutBatch,
} from "@rokad/contract/batch-approvals";
import type { PayoutBatchDetail } from "@rokad/contract/payout-batch";
import {
  cancelPayoutBatch,
  changeBatchRows,
  createPayoutBatch,
  getPayoutBatch,
  listBatchRows,
  pausePayoutBatch,
  resumePayoutBatch,
  runPayoutBatch,
} from "@rokad/contract/payout-batches";
import { limits } from "@rokad/contract/limits";
import { setTimeout as pause } from "node:timers/promises";
import type { CallOptions } from "../api-client.ts";
import { count } from "../client-records.ts";
import { destinations, type DestinationName } from "../destinations.ts";
import type { Person } from "../person.ts";
import type { SimulationEvent } from "../simulation-event.ts";
import type { Team } from "../teams.ts";
import type { World } from "../world.ts";

type BatchEvent = Extract<SimulationEvent, { kind: "batch of payouts" }>;

const titles = "Beneficiary,Account number,IFSC,UPI ID,Amount,Remarks";
const columns = {
  beneficiary_name: 0,
  account_number: 1,
  ifsc_code: 2,
  upi_id: 3,
  amount: 4,
  remarks: 5,
};
const reason = "The wrong month";

/** Uploads a file, corrects what is wrong in it, and pays it in the variant of the plan. */
export async function payBatch(world: World, event: BatchEvent): Promise<void> {
  const team = world.teams[event.team % world.teams.length] as Team;
  const { owner, preparer } = team;
  const file = fileOf(world, team, event);
  const key = randomUUID();
  const cut = event.variant === "response lost" ? { cutAfterMs: 4 + (event.ms % 40) } : {};
  const upload = (by: Person, options: CallOptions) => create(by, file, options);
  const uploads = [upload(preparer, { key, ...cut })];
  if (event.variant === "uploaded twice at once") uploads.push(upload(preparer, { key }));
  if (event.variant === "uploaded by two people")
    uploads.push(upload(owner, { key: randomUUID() }));
  const [first, second] = await Promise.all(uploads);
  const draft = first ?? second;
  if (!draft) return;
  count(world.clients, `batches: ${event.variant}`);
  const corrected = await correct(world, team, draft);
  const batch = corrected && (await checkAccounts(team, corrected));
  if (!batch?.content_hash || event.variant === "not signed") return;
  if (!(await start(world, team, batch, event))) return;
  await afterwards(team, batch, event);
  if (event.variant === "uploaded again later") {
    await pause(event.ms);
    await upload(owner, { key: randomUUID() });
  }
}

async function create(
  by: Person,
  { name, content }: { readonly name: string; readonly content: string },
  options: CallOptions,
): Promise<PayoutBatchDetail | undefined> {
  const body = { file_name: name, content: Buffer.from(content).toString("base64"), columns };
  const created = await by.call(createPayoutBatch, { body }, options);
  return created.ok ? created.body.data : undefined;
}

/** Corrects each wrong row with another amount, and removes what is still wrong. */
async function correct(
  world: World,
  team: Team,
  draft: PayoutBatchDetail,
): Promise<PayoutBatchDetail | undefined> {
  const { preparer } = team;
  const params = { id: draft.id };
  let batch = draft;
  for (const isRemoved of [false, true]) {
    const query = { view: "wrong" as const, page: 1, limit: limits.pageRowsMax };
    const wrong = await preparer.call(listBatchRows, { params, query });
    if (!wrong.ok || wrong.body.data.length === 0) break;
    const changes = wrong.body.data.map(({ number, fields }) => {
      if (isRemoved) return { number, is_removed: true };
      const paise = 1_00 + ((number * 7_919 + world.clients.payouts.length) % 90_00);
      const to = destinationOf(fields.account_number, fields.upi_id);
      const remarks = addOrder(world, team, { to, paise });
      return { number, fields: { amount: (paise / 100).toFixed(2), remarks } };
    });
    const body = { revision: batch.revision, changes };
    const changed = await preparer.call(changeBatchRows, { params, body });
    if (!changed.ok) return undefined;
    batch = changed.body.data.batch;
    count(world.clients, isRemoved ? "batch rows removed" : "batch rows corrected", changes.length);
  }
  return batch;
}

const checkPollMs = 100;
const checkPolls = 100;

/** Checks the new accounts and waits for the banks. @returns the batch with the results. */
async function checkAccounts(
  { preparer }: Team,
  batch: PayoutBatchDetail,
): Promise<PayoutBatchDetail | undefined> {
  const params = { id: batch.id };
  if (!batch.account_checks?.left) return batch;
  await preparer.call(checkBatchAccounts, { params });
  for (let polls = 0; polls < checkPolls; polls += 1) {
    const read = await preparer.call(getPayoutBatch, { params });
    if (read.ok && read.body.data.account_checks?.state !== "running") return read.body.data;
    await pause(checkPollMs);
  }
  return undefined;
}

/** Signs the batch, alone or by all whom the policy asks. @returns whether it started, as far as is known. */
async function start(
  world: World,
  team: Team,
  { id, content_hash: hash }: PayoutBatchDetail,
  event: BatchEvent,
): Promise<boolean> {
  const { owner, preparer, approvers } = team;
  const params = { id };
  const content = { content_hash: hash ?? "" };
  const body = { ...content, funding: event.funding };
  // With a policy this is refused, unless the file is below its first band.
  const key = randomUUID();
  const run = (options: CallOptions = {}) =>
    owner.call(runPayoutBatch, { params, body }, { key, ...options });
  const cut = event.variant === "response lost" ? { cutAfterMs: 4 + (event.ms % 60) } : {};
  const clicks = event.variant === "started twice at once" ? [run(cut), run()] : [run(cut)];
  const started = await Promise.all(clicks);
  if (started.some(({ ok }) => ok)) return true;
  const submitted = await preparer.call(submitPayoutBatch, { params, body });
  if (!submitted.ok) {
    count(world.clients, `batches not submitted: ${submitted.code}`);
    return false;
  }
  const approve = async (by: Person) =>
    (await by.call(approvePayoutBatch, { params, body: content }, { key: randomUUID() })).ok;
  const [arun, bela] = approvers;
  if (event.variant === "the maker approves too") await approve(preparer);
  if (event.variant === "approved twice by one person")
    await Promise.all([approve(arun), approve(arun)]);
  if (event.variant === "withdrawn meanwhile") {
    await Promise.all([preparer.call(withdrawPayoutBatch, { params }), approve(arun)]);
    return false;
  }
  if (event.variant === "everyone at once") await Promise.all([arun, bela, owner].map(approve));
  for (const person of [arun, owner, bela]) await approve(person);
  return true;
}

/** Pauses, goes on, or cancels what is no payout yet, in the middle of the run. */
async function afterwards(
  { owner, preparer }: Team,
  { id }: PayoutBatchDetail,
  { variant, ms }: BatchEvent,
): Promise<void> {
  const params = { id };
  const cancel = () => preparer.call(cancelPayoutBatch, { params, body: { reason } });
  if (variant === "paused" || variant === "paused, then cancelled") {
    await preparer.call(pausePayoutBatch, { params });
    await preparer.call(getPayoutBatch, { params });
    await pause(ms);
    await (variant === "paused" ? owner.call(resumePayoutBatch, { params }) : cancel());
  }
  if (variant === "cancelled") await cancel();
  if (variant === "cancelled by two people")
    await Promise.all([cancel(), owner.call(cancelPayoutBatch, { params, body: { reason } })]);
  await preparer.call(getPayoutBatch, { params });
}

interface Row {
  readonly to: DestinationName;
  readonly paise: number;
}

/** The file with an order for each row; a wrong one has an amount that is none. */
function fileOf(world: World, team: Team, { rows, hasWrongRow }: BatchEvent) {
  const lines = rows.map((row) => lineOf(row, addOrder(world, team, row)));
  if (hasWrongRow) lines.push(`Asha Rao,${destinations.account.account_number},HDFC0000001,,none,`);
  const name = `payouts-${world.clients.payouts.length}.csv`;
  return { name, content: [titles, ...lines].join("\n") };
}

function lineOf({ to, paise }: Row, remarks: string): string {
  const destination = destinations[to];
  const [account, ifsc, upi] =
    destination.method === "upi"
      ? ["", "", destination.upi_id]
      : [destination.account_number, destination.ifsc_code, ""];
  return ["Asha Rao", account, ifsc, upi, (paise / 100).toFixed(2), remarks].join(",");
}

/** Adds a row as an order of the tenant. @returns its remarks, which identify it. */
function addOrder({ clients }: World, { owner }: Team, { to, paise }: Row): string {
  const remarks = `Simulated row ${clients.payouts.length + 1}`;
  clients.payouts.push({
    remarks,
    tenant: owner.id,
    paise,
    to,
    acknowledgements: [],
    rejection: undefined,
  });
  return remarks;
}

function destinationOf(account: string | undefined, upi: string | undefined): DestinationName {
  const found = Object.entries(destinations).find(([, to]) =>
    to.method === "upi" ? to.upi_id === upi : to.account_number === account,
  );
  if (!found) throw new Error("A row pays an account that no file has");
  return found[0] as DestinationName;
}
