import { listStatementImports, undoStatementImport } from "@rokad/contract/statement-import";
import { useState } from "react";
import { t } from "../super-admin-language.ts";
import { refreshApi } from "../api/use-api.ts";
import { send } from "../api/client.ts";
import { ConfirmDialog } from "../common/actions/confirm-dialog.tsx";
import { Button } from "../ui/button.tsx";

interface UndoImportProps {
  id: string;
  onDone: () => void;
}

/** Undoes an import that was read wrongly, after asking. */
export function UndoImport({ id, onDone }: UndoImportProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="ghost" onClick={() => setAsking(true)}>
        {t`Undo import`}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t`Undo this import?`}
        label={t`Undo import`}
        busyLabel={t`Undoing...`}
        keepLabel={t`Keep it`}
        onConfirm={async () => {
          const answer = await send(undoStatementImport, { params: { id } });
          onDone();
          return answer;
        }}
        refresh={() => refreshApi(listStatementImports)}
      >
        {t`Its lines and columns are forgotten, and later imports are judged without it. No wallet changes.`}
      </ConfirmDialog>
    </>
  );
}
