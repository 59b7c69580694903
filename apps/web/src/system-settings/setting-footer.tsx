import { settingNames } from "@rokad/contract/setting-rules";
import type { Setting } from "@rokad/contract/settings";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
import { Button } from "../ui/button.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { describeSetting } from "./setting-text.ts";

interface SettingFooterProps {
  setting: Setting;
  /** The current value, if the field has another. */
  now?: string | undefined;
  /** Undefined while a change waits. */
  onDefault?: (() => void) | undefined;
  onHistory: () => void;
}

/** The default, the last change, and buttons for default and history. */
export function SettingFooter({ setting, now, onDefault, onHistory }: SettingFooterProps) {
  const { key, changed_at: at, changed_by: by } = setting;
  const name = translateText(settingNames[key]);
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-xs text-muted sm:flex-nowrap">
      <p className="min-w-0 break-words tabular-nums">
        {now !== undefined && t`Now ${now} · `}
        {t`Default ${describeSetting(key, setting.default).replace(/^None$/, "none")}`}
        {at ? ` · ${by?.name ?? t`Command line`}, ${formatDayAndTime(at)}` : t` · never changed`}
      </p>
      <span className="flex gap-4">
        {!setting.is_default && onDefault && (
          <Button
            variant="link"
            size="text"
            aria-label={t`${name}: back to default`}
            onClick={onDefault}
          >
            {t`Back to default`}
          </Button>
        )}
        <Button variant="link" size="text" aria-label={t`${name}: history`} onClick={onHistory}>
          {t`History`}
        </Button>
      </span>
    </div>
  );
}
