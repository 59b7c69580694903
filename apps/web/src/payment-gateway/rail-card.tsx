import {
  probeProvider,
  type pauseProvider,
  type Rail,
  type resumeProvider,
} from "@rokad/contract/gateway";
import { providerNames } from "@rokad/contract/tenants";
import { Activity, Pause, Play } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { adapterName } from "../common/rails/adapter-name.ts";
import { Permitted } from "../common/people/permitted.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Notice } from "../ui/notice.tsx";
import { toast } from "../ui/toast.ts";
import { HoursPanel } from "./hours-panel.tsx";
import { PauseNotice } from "./pause-notice.tsx";
import { RailBadge } from "../common/rails/rail-badge.tsx";
import { RailFacts } from "./rail-facts.tsx";
import { formatMs } from "../ui/format-ms.ts";

const PauseDialog = lazy(async () => ({
  default: (await import("./pause-dialog.tsx")).PauseDialog,
}));
const ResumeDialog = lazy(async () => ({
  default: (await import("./resume-dialog.tsx")).ResumeDialog,
}));

interface RailCardProps {
  rail: Rail;
  other: Rail | undefined;
  refresh: () => void;
}

export function RailCard({ rail, other, refresh }: RailCardProps) {
  const name = translateText(providerNames[rail.id]);
  const [action, setAction] = useState<"pause" | "resume">();
  const [isOpen, setIsOpen] = useState(false);
  const openDialog = (next: "pause" | "resume") => {
    setAction(next);
    setIsOpen(true);
  };
  const dialog = { rail, other, open: isOpen, onClose: () => setIsOpen(false), onDone: refresh };

  return (
    <Card aria-label={t`${name} provider`}>
      <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-4">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="text-[15px] leading-5.5 font-semibold tracking-tight">{name}</h2>
            <RailBadge rail={rail} />
          </div>
          <p className="mt-0.5 text-dense text-muted">{adapterName(rail.adapter)}</p>
        </div>
        <Permitted<
          typeof probeProvider | typeof pauseProvider | typeof resumeProvider
        > needs="operate">
          <div className="flex flex-wrap gap-2">
            <CheckButton rail={rail} onChecked={refresh} />
            {rail.pause ? (
              <Button size="sm" icon={<Play />} onClick={() => openDialog("resume")}>
                {t`Resume`}
              </Button>
            ) : (
              <Button
                size="sm"
                variant="secondary"
                icon={<Pause />}
                onClick={() => openDialog("pause")}
              >
                {t`Pause`}
              </Button>
            )}
          </div>
        </Permitted>
      </header>
      {rail.pause && <PauseNotice rail={rail} other={other} />}
      {!rail.pause && rail.passed_over && (
        <Notice tone="bad" title={rail.passed_over} className="mx-5 mt-5 break-words">
          {t`Tenants with another working provider pay through it. Other payouts stay on hold and are sent automatically.`}
        </Notice>
      )}
      {rail.low_balance && (
        <Notice
          tone="warn"
          title={t`Low balance: ${rail.low_balance.reason}`}
          className="mx-5 mt-5 break-words"
        >
          {t`Payouts are still sent. Top up before the balance is used up.`}
        </Notice>
      )}
      {rail.balance_problem && (
        <Notice
          tone="warn"
          title={t`The balance could not be read. Payouts are not affected.`}
          className="mx-5 mt-5 break-words"
        >
          {rail.balance_problem}
        </Notice>
      )}
      <div className="grid lg:grid-cols-2">
        <RailFacts rail={rail} />
        <HoursPanel rail={rail} />
      </div>
      <Suspense>
        {action === "pause" && <PauseDialog {...dialog} />}
        {action === "resume" && <ResumeDialog {...dialog} />}
      </Suspense>
    </Card>
  );
}

/** Probes the provider now, such as after a repair. */
function CheckButton({ rail, onChecked }: { rail: Rail; onChecked: () => void }) {
  const [busy, setBusy] = useState(false);
  const name = translateText(providerNames[rail.id]);

  async function check() {
    setBusy(true);
    try {
      const { data } = await send(probeProvider, { params: { id: rail.id } });
      if (data.error === null) toast.success(t`${name} answered in ${formatMs(data.took_ms)}`);
      else toast.error(t`${name} is not responding: ${data.error}`);
      onChecked();
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      size="sm"
      variant="ghost"
      icon={<Activity />}
      busy={busy}
      busyLabel={t`Checking...`}
      onClick={() => void check()}
    >
      {t`Check now`}
    </Button>
  );
}
