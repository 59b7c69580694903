import { settingNames } from "@rokad/contract/setting-rules";
import type { Setting } from "@rokad/contract/settings";
import { Button } from "../ui/button.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { inWords } from "./setting-text.ts";

interface SettingPastProps {
  setting: Setting;
  /** What it is, where something else stands in the field. */
  now?: string | undefined;
  onDefault: () => void;
  onHistory: () => void;
}

/** Its default, who changed it last, and the ways back. */
export function SettingPast({ setting, now, onDefault, onHistory }: SettingPastProps) {
  const { key, changed_at: at, changed_by: by } = setting;
  const name = settingNames[key];
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-xs text-muted sm:flex-nowrap">
      <p className="min-w-0 break-words tabular-nums">
        {now !== undefined && `Now ${now} · `}
        {`Default ${inWords(key, setting.default).replace(/^None$/, "none")}`}
        {at ? ` · ${by?.name ?? "Command line"}, ${formatDayAndTime(at)}` : " · never changed"}
      </p>
      <span className="flex gap-4">
        {!setting.is_default && (
          <Button
            variant="link"
            size="text"
            aria-label={`${name}: back to default`}
            onClick={onDefault}
          >
            Back to default
          </Button>
        )}
        <Button variant="link" size="text" aria-label={`${name}: history`} onClick={onHistory}>
          History
        </Button>
      </span>
    </div>
  );
}
