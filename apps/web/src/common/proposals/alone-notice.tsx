import { t } from "../../super-admin-language.ts";
import { Notice } from "../../ui/notice.tsx";
import { hoursText, type ChangeEffect } from "./change-effect.ts";

interface AloneNoticeProps {
  effect: ChangeEffect;
  /** Other super admins may exist who were added too recently to confirm. */
  hasOthers: boolean;
}

/** The warning while nobody else can confirm what guards money; nothing otherwise. */
export function AloneNotice({ effect, hasOthers }: AloneNoticeProps) {
  if (effect.how === "second_person") return null;
  if (effect.how === "at_once") {
    return (
      <Notice tone="warn" title={t`Nobody else checks your changes`}>
        {t`Before the first deposit, changes take effect at once. From then on they wait ${hoursText(effect)}, unless you add a second super admin who confirms them.`}
      </Notice>
    );
  }
  return (
    <Notice tone="bad" title={t`Nobody else can confirm your changes`}>
      {hasOthers && t`The other super admins were added less than ${hoursText(effect)} ago. `}
      {t`Changes of fees, limits, accounts, providers and credentials take effect ${hoursText(
        effect,
      )} after you sign them. Until then, select Review to withdraw one.`}
      {!hasOthers && t` Add a second super admin, so that each needs two people.`}
    </Notice>
  );
}
