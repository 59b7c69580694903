import { RotateCw } from "lucide-react";
import { useState } from "react";
import { t } from "../../language.ts";
import { messageOf } from "../../api/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";

/** Reloads the page's data and reports the result in a toast. */
export function RefreshButton({ onRefresh }: { onRefresh: () => Promise<unknown> }) {
  const [busy, setBusy] = useState(false);

  async function refresh() {
    setBusy(true);
    try {
      await onRefresh();
      toast.success(t`Data refreshed successfully`);
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button variant="secondary" icon={<RotateCw />} busy={busy} onClick={() => void refresh()}>
      {t`Refresh`}
    </Button>
  );
}
