import type { BatchField } from "@rokad/contract/batch-columns";

/** What a person changed at once, which one undo takes back. */
export interface GridStep {
  readonly edits: readonly CellEdit[];
  readonly removals: readonly Removal[];
}

interface CellEdit {
  /** The line in the file. */
  readonly number: number;
  readonly field: BatchField;
  readonly before: string;
  readonly after: string;
}

interface Removal {
  readonly number: number;
  readonly isRemoved: boolean;
}

/** The changes of one row, as the API takes them. */
export interface RowChange {
  readonly number: number;
  readonly fields?: Partial<Record<BatchField, string>>;
  readonly is_removed?: boolean;
}

export function inverseOf({ edits, removals }: GridStep): GridStep {
  return {
    edits: edits.map((edit) => ({ ...edit, before: edit.after, after: edit.before })),
    removals: removals.map(({ number, isRemoved }) => ({ number, isRemoved: !isRemoved })),
  };
}

/** One change for each row of a step. */
export function changesOf({ edits, removals }: GridStep): RowChange[] {
  const changes = new Map<number, RowChange>();
  for (const { number, field, after } of edits) {
    const change = changes.get(number) ?? { number };
    changes.set(number, { ...change, fields: { ...change.fields, [field]: after } });
  }
  for (const { number, isRemoved } of removals)
    changes.set(number, { ...changes.get(number), number, is_removed: isRemoved });
  return [...changes.values()];
}

/** Steps that can be taken back, and those that were. */
export interface GridHistory {
  readonly done: readonly GridStep[];
  readonly undone: readonly GridStep[];
}

export const emptyHistory: GridHistory = { done: [], undone: [] };
const stepsMax = 200;

/** A new step ends what could be done again. */
export function addStep({ done }: GridHistory, step: GridStep): GridHistory {
  return { done: [...done, step].slice(-stepsMax), undone: [] };
}

/** @returns the step to apply, which takes the last one back; undefined if there is none. */
export function undo({ done, undone }: GridHistory) {
  const step = done.at(-1);
  if (!step) return undefined;
  return { step: inverseOf(step), history: { done: done.slice(0, -1), undone: [...undone, step] } };
}

/** @returns the step to apply again; undefined if there is none. */
export function redo({ done, undone }: GridHistory) {
  const step = undone.at(-1);
  if (!step) return undefined;
  return { step, history: { done: [...done, step], undone: undone.slice(0, -1) } };
}
