import { hash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { formatMoney } from "@rokad/money/format";
import {
  type BatchRow,
  type CreatePayoutBatchData,
  type PayoutBatch,
  type PayoutBatchDetail,
  type Rokad,
  RokadError,
} from "@rokad/sdk";
import { type Command, type CommandCall, connect, onlyArgument } from "./command.ts";
import { exitCodes } from "./exit-codes.ts";
import { readUpload } from "./read-upload.ts";
import { countOf, type Columns, printable, tableOf } from "./table.ts";

export const bulkCheck: Command = {
  name: "bulk check",
  takes: "<file>",
  about: "Store a CSV or XLSX file as a draft, and check every row; pays nothing",
  async run(call) {
    const path = onlyArgument(call, "file");
    const { io, isJson } = call;
    const rokad = await connect(call);
    const batch = await storeDraft(call, rokad, path);
    if (isJson) io.print(JSON.stringify(batch));
    else for (const line of await draftLines(rokad, batch)) io.print(line);
    return batch.content_hash === null ? exitCodes.refused : exitCodes.done;
  },
};

export const bulkSubmit: Command = {
  name: "bulk submit",
  takes: "<id>",
  about: "Submit a draft to those who approve it; the last approval pays it",
  options: {
    "in-order": { about: "Pay in the file's order what the wallet covers, and queue the rest" },
  },
  async run(call) {
    const { io, isJson, options } = call;
    const rokad = await connect(call);
    const path = { id: onlyArgument(call, "batch") };
    const { data: draft } = await rokad.getPayoutBatch({ path, signal: io.signal });
    if (draft.content_hash === null) {
      io.note("A row is wrong, or none is left: rokad bulk check shows which.");
      return exitCodes.refused;
    }
    const body = {
      content_hash: draft.content_hash,
      funding: options["in-order"] === true ? ("in_order" as const) : ("whole" as const),
    };
    // After a lost answer it is submitted already: the command that is run again says so.
    const isSubmitted = draft.state !== "draft" && draft.state !== "cancelled";
    const { data: batch } = isSubmitted
      ? { data: draft }
      : await rokad.submitPayoutBatch({ path, body, signal: io.signal });
    const waiting = printable(batch.approval?.waiting_for ?? batch.state);
    if (isJson) io.print(JSON.stringify(batch));
    else io.print(`${countOf(batch.rows, "row")}, ${formatMoney(batch.amount)}: ${waiting}`);
    return exitCodes.done;
  },
};

export const bulkWatch: Command = {
  name: "bulk watch",
  takes: "<id>",
  about: "Follow a batch until each row has its outcome",
  async run(call) {
    const { io, isJson } = call;
    const rokad = await connect(call);
    const path = { id: onlyArgument(call, "batch") };
    let shown = "";
    for (;;) {
      const { data: batch } = await rokad.getPayoutBatch({ path, signal: io.signal });
      const line = isJson ? JSON.stringify(batch) : progressLine(batch);
      if (line !== shown) io.print(line);
      shown = line;
      if (batch.state === "finished" || batch.state === "cancelled") {
        if (!isJson) for (const row of await unpaidLines(rokad, batch)) io.print(row);
        return batch.progress && batch.progress.paid.count === batch.progress.total.count
          ? exitCodes.done
          : exitCodes.payoutFailed;
      }
      await pause(watchMs, undefined, { signal: io.signal });
    }
  },
};

/** Stores the file as a draft, or finds its batch: a command that is run again makes no second one. */
async function storeDraft(
  { io, isJson }: CommandCall,
  rokad: Rokad,
  path: string,
): Promise<PayoutBatchDetail> {
  const { signal } = io;
  const { bytes, file } = await readUpload(path);
  const { data: preview } = await rokad.previewPayoutBatch({ body: file, signal });
  if (!isJson) for (const note of preview.notes) io.note(note);
  const body = { ...file, columns: preview.columns };
  const content = [file.file_name, hash("sha256", bytes), preview.columns];
  for (let cancelled: string | null = null; ;) {
    // All of the request is the key: another name or another column is another request.
    const key = hash("sha256", JSON.stringify([...content, cancelled]));
    const headers = { "Idempotency-Key": `bulk-${key}` };
    const batch = await createOrFind(rokad, { headers, body, signal });
    // Nothing of it was paid, so the file can be stored again.
    if (batch.state !== "cancelled" || batch.started_at !== null) return batch;
    cancelled = batch.id;
  }
}

type CreateRequest = Pick<CreatePayoutBatchData, "headers" | "body"> & { signal: AbortSignal };

async function createOrFind(rokad: Rokad, request: CreateRequest): Promise<PayoutBatchDetail> {
  const batchOf = async (id: string) => (await rokad.getPayoutBatch({ path: { id } })).data;
  try {
    // A repeated request gets its first answer; since then the batch may have gone on.
    return await batchOf((await rokad.createPayoutBatch(request)).data.id);
  } catch (error) {
    if (!(error instanceof RokadError) || error.code !== "BATCH_EXISTS") throw error;
    const batch = await batchOf(error.fields["id"] ?? "");
    // A program submits no batch of people.
    if (batch.api_key === null) throw error;
    return batch;
  }
}

const watchMs = 2_000;
/** The rest stands in the console, and in `--json` by the API. */
const rowsShown = 100;

async function draftLines(rokad: Rokad, batch: PayoutBatchDetail): Promise<string[]> {
  const { check } = batch;
  if (!check) return [progressLine(batch)];
  const lines = [
    `Batch ${batch.id}`,
    `${countOf(check.ready, "row")} ready, ${check.wrong} wrong, ${check.repaired} repaired`,
    `${formatMoney(check.amount)}, ${formatMoney(check.total)} with fee and GST`,
  ];
  if (check.missing_amount.amount > 0)
    lines.push(`The wallet lacks ${formatMoney(check.missing_amount)}`);
  const repeated = check.repeated_in_file + check.repeated_before;
  if (repeated > 0)
    lines.push(
      `${countOf(repeated, "row")} with an account and amount that was paid or listed before`,
    );
  if (check.warned > 0) lines.push(...(await rowLines(rokad, batch, "warned")));
  if (check.wrong > 0) lines.push(...(await rowLines(rokad, batch, "wrong")));
  else lines.push(`Submit it with: rokad bulk submit ${batch.id}`);
  return lines;
}

async function unpaidLines(rokad: Rokad, batch: PayoutBatch): Promise<string[]> {
  const { failed, cancelled } = batch.progress ?? { failed: { count: 0 }, cancelled: { count: 0 } };
  return [
    ...(failed.count > 0 ? await rowLines(rokad, batch, "failed") : []),
    ...(cancelled.count > 0 ? await rowLines(rokad, batch, "cancelled") : []),
  ];
}

const columns: Columns<BatchRow> = [
  ["Line ", ({ number }) => String(number)],
  ["Beneficiary", ({ fields }) => fields.beneficiary_name ?? ""],
  ["Amount ", ({ fields }) => fields.amount ?? ""],
  [
    "Why",
    ({ problem, failure_reason: reason, warnings }) => problem ?? reason ?? warnings.join(" "),
  ],
];

type BatchRowsView = "warned" | "wrong" | "failed" | "cancelled";

async function rowLines(rokad: Rokad, { id }: PayoutBatch, view: BatchRowsView) {
  const query = { view, page: 1, limit: rowsShown };
  const { data, pagination } = await rokad.listBatchRows({ path: { id }, query });
  const more = pagination.total_records - data.length;
  return [...tableOf(columns, data), ...(more > 0 ? [`and ${countOf(more, "row")} more`] : [])];
}

function progressLine({ state, progress, approval, pause: paused }: PayoutBatch): string {
  if (!progress) return state;
  const { total, paid, failed, cancelled, waiting } = progress;
  const parts = [
    `${paid.count} of ${total.count} paid (${formatMoney(paid.amount)})`,
    ...(failed.count > 0 ? [`${failed.count} failed`] : []),
    ...(cancelled.count > 0 ? [`${cancelled.count} cancelled`] : []),
    ...(waiting.count > 0 ? [`${waiting.count} waiting`] : []),
  ];
  const why = paused?.message ?? approval?.waiting_for;
  return printable(`${state}: ${parts.join(", ")}${why ? `. ${why}` : ""}`);
}
