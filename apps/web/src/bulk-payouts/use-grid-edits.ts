import { limits } from "@rokad/contract/limits";
import type { BatchRow, PayoutBatchDetail } from "@rokad/contract/payout-batch";
import { changeBatchRows, getPayoutBatch, listPayoutBatches } from "@rokad/contract/payout-batches";
import { useCallback, useRef, useState } from "react";
import { ApiError, messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { refreshApi } from "../api/use-api.ts";
import { toast } from "../ui/toast.ts";
import {
  addStep,
  changesOf,
  emptyHistory,
  redo,
  undo,
  type GridHistory,
  type GridStep,
} from "./grid-steps.ts";

type Patch = (numbers: ReadonlySet<number>, change: (row: BatchRow) => BatchRow) => void;

/**
 * Applies steps to the grid at once and saves them one after the other: each names the revision that
 * the one before led to. What can't be saved is discarded and loaded again.
 */
export function useGridEdits(
  batch: PayoutBatchDetail,
  { patch, discard }: { patch: Patch; discard: () => void },
) {
  const [history, setHistory] = useState(emptyHistory);
  const [saving, setSaving] = useState(0);
  const [outcome, setOutcome] = useState("");
  const queue = useRef(Promise.resolve());
  const revision = useRef(batch.revision);
  const failures = useRef(0);

  const save = useCallback(
    (step: GridStep) => {
      const changes = changesOf(step);
      const numbers = new Set(changes.map(({ number }) => number));
      const changeOf = new Map(changes.map((change) => [change.number, change]));
      patch(numbers, (row) => ({
        ...row,
        fields: { ...row.fields, ...changeOf.get(row.number)?.fields },
      }));
      setSaving((count) => count + 1);
      const failuresBefore = failures.current;
      queue.current = queue.current.then(async () => {
        try {
          // An earlier step failed, so the cells before this one are not those that the person saw.
          if (failures.current !== failuresBefore) return;
          for (let at = 0; at < changes.length; at += limits.batchChangesMax) {
            const { data } = await send(changeBatchRows, {
              params: { id: batch.id },
              body: {
                revision: revision.current,
                changes: changes.slice(at, at + limits.batchChangesMax),
              },
            });
            revision.current = data.batch.revision;
            const rows = new Map(data.rows.map((row) => [row.number, row]));
            patch(new Set(rows.keys()), (row) => rows.get(row.number) ?? row);
            setOutcome(describe(data.rows));
          }
        } catch (error) {
          failures.current += 1;
          setHistory(emptyHistory);
          toast.error(messageOf(error, "We could not reach the server. Try again."));
          if (error instanceof ApiError && error.code === "BATCH_CHANGED") {
            const { data } = await send(getPayoutBatch, { params: { id: batch.id } });
            revision.current = data.revision;
          }
          discard();
        } finally {
          setSaving((count) => count - 1);
          await refreshApi(getPayoutBatch, listPayoutBatches);
        }
      });
      // Only a failure to ask again for a changed batch ends up here; the next save says so.
      queue.current = queue.current.catch(() => undefined);
    },
    [batch.id, patch, discard],
  );

  const apply = useCallback(
    (step: GridStep) => {
      if (step.edits.length === 0 && step.removals.length === 0) return;
      setHistory((now) => addStep(now, step));
      save(step);
    },
    [save],
  );

  function go(next: { step: GridStep; history: GridHistory } | undefined) {
    if (!next) return;
    setHistory(next.history);
    save(next.step);
  }

  return {
    apply,
    undo: () => go(undo(history)),
    redo: () => go(redo(history)),
    canUndo: history.done.length > 0,
    canRedo: history.undone.length > 0,
    isSaving: saving > 0,
    /** What the server said of the rows that were saved last. */
    outcome,
    /** Goes on from what others changed, once the rows are loaded again. */
    adopt(other: number) {
      if (saving === 0) revision.current = Math.max(revision.current, other);
    },
    /** The revision that the grid's own changes led to. */
    isOwn: (other: number) => other <= revision.current,
  };
}

function describe(rows: readonly BatchRow[]): string {
  const wrong = rows.filter(({ state }) => state === "wrong");
  const [first] = wrong;
  if (!first) return rows.length === 1 ? "Row saved" : `${rows.length} rows saved`;
  const others = wrong.length > 1 ? `, and ${wrong.length - 1} more are wrong` : "";
  return `Line ${first.number}: ${first.problem ?? "wrong"}${others}`;
}

export type GridEdits = ReturnType<typeof useGridEdits>;
