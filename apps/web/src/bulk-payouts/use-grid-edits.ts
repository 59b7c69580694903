import { limits } from "@rokad/contract/limits";
import type { BatchRow, PayoutBatchDetail } from "@rokad/contract/payout-batch";
import { getPayoutBatch, listPayoutBatches } from "@rokad/contract/payout-batches";
import { useCallback, useRef, useState } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { refreshApi } from "../api/use-api.ts";
import { toast } from "../ui/toast.ts";
import { rowsText } from "./batch-labels.ts";
import {
  addStep,
  changesOf,
  emptyHistory,
  redo,
  undo,
  type GridHistory,
  type GridStep,
} from "./grid-steps.ts";
import { saveRows } from "./save-rows.ts";
import type { GridRows } from "./use-grid-rows.ts";

/**
 * Applies steps to the grid at once and saves them one after the other: each names the revision that
 * the one before led to. What can't be saved is discarded and loaded again.
 */
export function useGridEdits(
  batch: PayoutBatchDetail,
  { patch, reload, discard }: Pick<GridRows, "patch" | "reload" | "discard">,
) {
  const [history, setHistory] = useState(emptyHistory);
  const [saving, setSaving] = useState(0);
  const [outcome, setOutcome] = useState("");
  const queue = useRef(Promise.resolve());
  // The revision of what the grid shows, with its own steps. Rows that are loaded again begin another one,
  // so that a step from before them is compared with what others changed.
  const shown = useRef({ revision: batch.revision });
  const failures = useRef(0);

  const save = useCallback(
    (step: GridStep) => {
      const changes = changesOf(step);
      const changeOf = new Map(changes.map((change) => [change.number, change]));
      const seen = new Map<number, BatchRow>();
      patch(new Set(changeOf.keys()), (row) => {
        seen.set(row.number, row);
        return { ...row, fields: { ...row.fields, ...changeOf.get(row.number)?.fields } };
      });
      const from = shown.current;
      setSaving((count) => count + 1);
      const failuresBefore = failures.current;
      queue.current = queue.current.then(async () => {
        let saved = 0;
        try {
          // An earlier step failed, so the cells before this one are not those that the person saw.
          if (failures.current !== failuresBefore) return;
          while (saved < changes.length) {
            const part = changes.slice(saved, saved + limits.batchChangesMax);
            const { revision } = from;
            const after = await saveRows(batch.id, { revision, changes: part, seen });
            // Otherwise others changed rows between, which are not shown yet.
            if (after.revision === revision + 1) from.revision = after.revision;
            saved += part.length;
            const rows = new Map(after.rows.map((row) => [row.number, row]));
            patch(new Set(rows.keys()), (row) => rows.get(row.number) ?? row);
            setOutcome(describe(after.rows));
          }
        } catch (error) {
          failures.current += 1;
          setHistory(emptyHistory);
          const message = messageOf(error, t`We could not reach the server. Try again.`);
          const part = t`${rowsText(saved)} of ${changes.length.toLocaleString("en-IN")} saved. `;
          toast.error(saved > 0 ? part + message : message);
          discard();
        } finally {
          setSaving((count) => count - 1);
          await refreshApi(getPayoutBatch, listPayoutBatches);
        }
      });
      // Only a failure to load the batch again ends up here; the next save says so.
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
    /** The revision of what the grid shows. */
    shownRevision: () => shown.current.revision,
    /**
     * Loads the rows again, which others changed, and goes on from them once they are shown. An earlier
     * step is not taken back any more: that could replace what they corrected.
     */
    adopt(revision: number) {
      setHistory(emptyHistory);
      reload(() => {
        shown.current = { revision };
      });
    },
  };
}

function describe(rows: readonly BatchRow[]): string {
  const wrong = rows.filter(({ state }) => state === "wrong");
  const [first] = wrong;
  if (!first) return rows.length === 1 ? t`Row saved` : t`${rows.length} rows saved`;
  const others = wrong.length > 1 ? t`, and ${wrong.length - 1} more are wrong` : "";
  return t`Line ${first.number}: ${first.problem ?? "wrong"}${others}`;
}

export type GridEdits = ReturnType<typeof useGridEdits>;
