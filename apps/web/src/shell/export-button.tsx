import { Download } from "lucide-react";
import { useState } from "react";
import { messageOf } from "../api/api-error.ts";
import { Button } from "../ui/button.tsx";
import { toast } from "../ui/toast.ts";

interface ExportButtonProps {
  /** Downloads the whole filter, not the page. */
  onExport: () => Promise<void>;
  /** The toast afterwards. */
  done: string;
  /** The toast when the server gives no reason of its own. */
  failed: string;
}

export function ExportButton({ onExport, done, failed }: ExportButtonProps) {
  const [busy, setBusy] = useState(false);

  async function exportAll() {
    setBusy(true);
    try {
      await onExport();
      toast.success(done);
    } catch (error) {
      toast.error(messageOf(error, failed));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      variant="secondary"
      icon={<Download />}
      busy={busy}
      busyLabel="Exporting..."
      onClick={() => void exportAll()}
    >
      Export CSV
    </Button>
  );
}
