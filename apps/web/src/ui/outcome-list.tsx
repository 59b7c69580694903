import type { RefCallback } from "react";
import { t } from "../language.ts";
import { Button } from "./button.tsx";
import { DialogBody, DialogFooter } from "./dialog.tsx";
import { StatusIcon } from "./status-badge.tsx";

/** What became of one item of many. */
interface Outcome {
  readonly id: string;
  readonly status: string;
  readonly name: string | undefined;
  readonly message: string;
}

interface OutcomeListProps {
  /** "3 of 4 approved". */
  summary: string;
  outcomes: readonly Outcome[];
  /** Takes the focus when the list appears. */
  first: RefCallback<HTMLElement>;
  onClose: () => void;
}

/** The end of a dialog about several items: each with its outcome and the reason. */
export function OutcomeList({ summary, outcomes, first, onClose }: OutcomeListProps) {
  return (
    <>
      <DialogBody>
        <p role="status" className="text-sm">
          {summary}
        </p>
        <ul className="mt-3 grid gap-3">
          {outcomes.map(({ id, status, name, message }) => (
            <li key={id} className="flex items-start gap-3 text-sm">
              <StatusIcon status={status} className="mt-0.5 size-4" />
              <div className="min-w-0 flex-1">
                <p className="font-medium break-words tabular-nums">{name}</p>
                <p className="text-muted">{message}</p>
              </div>
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogFooter>
        <Button ref={first} onClick={onClose}>
          {t`Close`}
        </Button>
      </DialogFooter>
    </>
  );
}
