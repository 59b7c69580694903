import { log } from "../../kernel/log.ts";
import { CopyNotSentError, type AuditReceiver } from "./audit-receiver.ts";
import { selectRowsAfter } from "./audit-rows.ts";
import { endLease, leaseCopy, recordFailure, saveProgress, type CopyLease } from "./lease-copy.ts";
import { auditReceivers } from "./configured-copies.ts";

const batchRows = 200;

/**
 * Sends new rows of the audit log to each receiver, in order. The cursor moves only after the
 * acknowledgement, so a row arrives at least once, also over restarts.
 * @param signal stops it between two batches.
 */
export async function streamAuditLog(signal: AbortSignal): Promise<void> {
  await Promise.all(auditReceivers().map((receiver) => streamTo(receiver, signal)));
}

async function streamTo(receiver: AuditReceiver, signal: AbortSignal): Promise<void> {
  const copy = await leaseCopy(receiver.name);
  if (!copy) return;
  await attemptCopy(copy, async () => {
    let { sentSeq } = copy;
    while (!signal.aborted) {
      const rows = await selectRowsAfter(sentSeq, batchRows);
      const last = rows.at(-1);
      if (!last) break;
      await receiver.send(rows);
      sentSeq = last.seq;
      if (!(await saveProgress(copy, { sent_seq: sentSeq }))) return;
    }
    await endLease(copy);
  });
}

/** Records a receiver's failure and leaves it alone for a while; any other error is the caller's. */
export async function attemptCopy(copy: CopyLease, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof CopyNotSentError)) throw error;
    const pauseSeconds = await recordFailure(copy, error.message);
    log().warn(
      { copy: copy.name, problem: error.message, pauseSeconds },
      "A copy of the logs was not sent",
    );
  }
}
