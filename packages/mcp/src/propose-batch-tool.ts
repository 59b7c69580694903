import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { formatMoney } from "@rokad/money/format";
import { type PayoutBatch, type PayoutBatchDetail, type Rokad, RokadError } from "@rokad/sdk";
import * as z from "zod";
import { answering, RefusedError } from "./answer.ts";
import { assertWithinCaps, type Caller } from "./hourly-caps.ts";
import { idempotencyKeyOf } from "./idempotency-key.ts";
import type { OneAfterAnother } from "./one-after-another.ts";

const fileCharsMax = 1_000_000;
/** The wrong rows that an answer names; the console has them all. */
const rowsNamedMax = 100;

/** The tool that submits a file of payouts as one batch. People approve or reject it as a whole. */
export function addProposeBatchTool(
  server: McpServer,
  caller: Caller,
  inTurn: OneAfterAnother,
  url: string,
): void {
  server.registerTool(
    "propose_batch",
    {
      description:
        "Check a CSV file of payouts, and submit it as one batch for approval by people of the business. Sends no money. While a row is wrong nothing is submitted, and the answer names the rows. The same file is one batch, however often it is proposed. Columns such as Name, Account number, IFSC, UPI ID, Amount, Remarks, Purpose; a row without account number and UPI ID pays the saved beneficiary of its name.",
      inputSchema: {
        csv: z.string().min(1).max(fileCharsMax).describe("The file's text, with a header"),
        file_name: z
          .string()
          .max(100)
          .default("payouts.csv")
          .describe("What approvers read, such as salaries-november.csv"),
      },
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
    },
    ({ csv, file_name: fileName }) =>
      inTurn(() => answering(async () => proposeBatch(caller, url, { csv, fileName }))),
  );
}

interface NamedFile {
  readonly csv: string;
  readonly fileName: string;
}

async function proposeBatch(caller: Caller, url: string, file: NamedFile) {
  const { rokad } = caller;
  const batch = await storeDraft(caller, file);
  const page = { batch: batch.id, console: consolePageOf(url, batch) };
  if (batch.state !== "draft")
    return {
      ...page,
      ...summaryOf(batch),
      note: "This file was proposed before; it is one batch.",
    };
  if (batch.returned) throw new RefusedError(returnedSentence(batch.returned), page);
  const draft = batch.content_hash === null ? await assessAgain(rokad, batch) : batch;
  if (draft.content_hash === null)
    throw new RefusedError(
      "Nothing was submitted: these rows are wrong. Correct them in the file and propose it again, or ask a person to correct the draft in the console.",
      { ...page, ...(await describeWrongRows(rokad, draft)) },
    );
  const submitted = await submit(caller, draft, page);
  return {
    ...page,
    ...summaryOf(submitted),
    ...chargesOf(draft),
    next: "No money moves before people of the business approve this batch in the console.",
  };
}

function consolePageOf(url: string, { id }: PayoutBatch): string {
  return new URL(`dashboard/bulk-payouts/${id}`, url.endsWith("/") ? url : `${url}/`).href;
}

/** Stores the file, or finds the batch of it that this key stored. */
async function storeDraft(caller: Caller, { csv, fileName }: NamedFile) {
  const { rokad, keyId } = caller;
  const content = Buffer.from(csv.trimEnd().replaceAll("\r\n", "\n")).toString("base64");
  const file = { file_name: fileName, content };
  const { data: preview } = await rokad.previewPayoutBatch({ body: file });
  await assertWithinCaps(caller, { proposals: 1, paise: 0 });
  const body = { ...file, columns: preview.columns };
  const headers = { "Idempotency-Key": idempotencyKeyOf({ ...file, ...preview.columns }) };
  try {
    const { data: created } = await rokad.createPayoutBatch({ headers, body });
    // A repeated request gets its first answer; since then the batch may have gone on.
    return (await rokad.getPayoutBatch({ path: { id: created.id } })).data;
  } catch (error) {
    if (!(error instanceof RokadError) || error.code !== "BATCH_EXISTS") throw error;
    const { data: first } = await rokad.getPayoutBatch({ path: { id: error.fields["id"] ?? "" } });
    if (first.api_key?.id !== keyId) throw error;
    return first;
  }
}

/** Checks wrong rows again: since the draft was stored, an account may be saved or its first hours over. */
async function assessAgain(rokad: Rokad, batch: PayoutBatchDetail): Promise<PayoutBatchDetail> {
  const { data: wrong } = await wrongRowsOf(rokad, batch);
  if (wrong.length === 0) return batch;
  const changes = wrong.map(({ number }) => ({ number }));
  const body = { revision: batch.revision, changes };
  return (await rokad.changeBatchRows({ path: { id: batch.id }, body })).data.batch;
}

async function wrongRowsOf(rokad: Rokad, { id }: PayoutBatch) {
  const query = { view: "wrong", page: 1, limit: rowsNamedMax } as const;
  return rokad.listBatchRows({ path: { id }, query });
}

async function describeWrongRows(rokad: Rokad, draft: PayoutBatchDetail) {
  const { data, pagination } = await wrongRowsOf(rokad, draft);
  return {
    ready_rows: draft.check?.ready,
    wrong_rows: pagination.total_records,
    rows: data.map(({ number, fields, problem, problem_fields: wrong }) => ({
      line: number,
      beneficiary_name: fields.beneficiary_name,
      amount: fields.amount,
      problem,
      fields: wrong,
    })),
  };
}

/** @throws {RefusedError} with the draft's page: a person can submit it there. */
async function submit(caller: Caller, draft: PayoutBatchDetail, page: object) {
  const { id, content_hash: hash, amount } = draft;
  try {
    await assertWithinCaps(caller, { proposals: 0, paise: amount.amount });
    const body = { content_hash: hash ?? "" };
    return (await caller.rokad.submitPayoutBatch({ path: { id }, body })).data;
  } catch (error) {
    const isRefusal = error instanceof RokadError && !error.isRetryable;
    if (!isRefusal && !(error instanceof RefusedError)) throw error;
    throw new RefusedError(`${error.message} The batch is a draft in the console.`, page);
  }
}

function summaryOf(batch: PayoutBatch) {
  return {
    file_name: batch.file_name,
    state: batch.state,
    rows: batch.rows,
    amount: formatMoney(batch.amount),
    waits_for: batch.approval?.waiting_for ?? null,
    cancel_reason: batch.cancel_reason,
  };
}

function chargesOf({ check }: PayoutBatchDetail) {
  if (!check) return {};
  return {
    total_with_charges: formatMoney(check.total),
    available: formatMoney(check.available),
    missing: formatMoney(check.missing_amount),
    new_payees: check.new_payees,
    repeated_rows: check.repeated_in_file + check.repeated_before,
  };
}

/** Submitting it again would only ask the same people the same question. */
function returnedSentence({ by, reason }: NonNullable<PayoutBatch["returned"]>): string {
  const who = by === null ? "Nobody approved this batch in time" : `${by.name} returned this batch`;
  return `${who}${reason === null ? "" : `: ${reason}`}. Propose a corrected file, or ask a person to submit this one in the console.`;
}
