import type { Rail } from "@rokad/contract/gateway";
import { CircleCheck, CircleDashed, CircleX, Pause } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "../../super-admin-language.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { railState, type RailState } from "./rail-state.ts";

/** A provider's worst state. */
export function RailBadge({ rail }: { rail: Rail }) {
  const { tone, icon, label } = states[railState(rail)];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}

const states: Readonly<Record<RailState, { tone: BadgeTone; icon: ReactNode; label: string }>> = {
  unconfigured: { tone: "bad", icon: <CircleX />, label: t`Not configured` },
  paused: { tone: "warn", icon: <Pause />, label: t`Paused` },
  silent: { tone: "bad", icon: <CircleX />, label: t`Not responding` },
  skipped: { tone: "bad", icon: <CircleX />, label: t`Skipped` },
  unchecked: { tone: "outline", icon: <CircleDashed />, label: t`Not checked yet` },
  sending: { tone: "good", icon: <CircleCheck />, label: t`Sending payouts` },
};
