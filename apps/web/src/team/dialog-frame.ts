import type { TeamKind } from "./team-kind.ts";

/** What every dialog of a team takes. */
export interface TeamDialogFrame {
  kind: TeamKind;
  open: boolean;
  onClose: () => void;
  /** Runs after a change. */
  onDone: () => void;
}
