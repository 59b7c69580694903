import { Redo2, Undo2 } from "lucide-react";
import { t } from "../language.ts";
import { Button } from "../ui/button.tsx";
import type { GridEdits } from "./use-grid-edits.ts";

/** Undo and redo, the keys of the grid, and what became of the last change. */
export function GridToolbar({ edits, keysId }: { edits: GridEdits; keysId: string }) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2 text-xs text-muted md:px-5">
      <Button
        variant="ghost"
        size="sm"
        icon={<Undo2 />}
        disabled={!edits.canUndo}
        onClick={edits.undo}
      >
        {t`Undo`}
      </Button>
      <Button
        variant="ghost"
        size="sm"
        icon={<Redo2 />}
        disabled={!edits.canRedo}
        onClick={edits.redo}
      >
        {t`Redo`}
      </Button>
      <span id={keysId} className="min-w-0">
        {t`Arrows move · Enter or F2 edits · Delete empties, or removes chosen lines · Ctrl+C, V, Z, Y`}
      </span>
      <span aria-live="polite" className="ml-auto min-w-0 text-right break-words">
        {edits.isSaving ? t`Saving...` : edits.outcome}
      </span>
    </div>
  );
}
