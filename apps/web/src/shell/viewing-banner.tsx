import { endViewing } from "@rokad/contract/tenants";
import { Eye } from "lucide-react";
import { useEffect, useState } from "react";
import { t } from "../language.ts";
import { send } from "../api/client.ts";
import { leaveViewing, type Viewing } from "../api/viewing.ts";
import { Button } from "../ui/button.tsx";
import { formatTime } from "../ui/dates.ts";

/** A banner at the bottom of every page while a super admin views a tenant's console. */
export function ViewingBanner({ viewing }: { viewing: Viewing }) {
  const [isEnding, setIsEnding] = useState(false);

  useEffect(() => {
    const timer = setTimeout(leaveViewing, Math.max(0, viewing.endsAtMs - Date.now()));
    return () => clearTimeout(timer);
  }, [viewing]);

  async function end() {
    setIsEnding(true);
    try {
      await send(endViewing, { params: { id: viewing.id } });
    } catch {
      // The server ends the view at its time.
    }
    leaveViewing();
  }

  return (
    <aside
      aria-label={t`View of a tenant's console`}
      className="sticky bottom-0 z-30 flex items-center gap-3 border-t border-warn-line bg-warn-soft px-4 py-3 text-sm md:px-8"
    >
      <p className="flex min-w-0 flex-1 items-start gap-2.5">
        <Eye aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
        <span className="min-w-0 break-words">
          {t`You are viewing ${<strong className="font-semibold">{viewing.tenantName}</strong>} read only, until ${formatTime(viewing.endsAt)}`}
        </span>
      </p>
      <Button variant="secondary" size="sm" busy={isEnding} onClick={() => void end()}>
        {t`End viewing`}
      </Button>
    </aside>
  );
}
