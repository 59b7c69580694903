import { CircleAlert, CircleCheck, CircleDashed } from "lucide-react";
import { t } from "../super-admin-language.ts";
import { Badge } from "../ui/badge.tsx";
import { Notice } from "../ui/notice.tsx";

/** Green only without gaps; undefined without a comparison, or with one that is too old for green. */
export function Agreement({ gaps }: { gaps: readonly string[] | undefined }) {
  if (gaps === undefined) {
    return (
      <Badge tone="outline" icon={<CircleDashed />}>
        {t`Not compared`}
      </Badge>
    );
  }
  return gaps.length === 0 ? (
    <Badge tone="good" icon={<CircleCheck />}>
      {t`Agrees`}
    </Badge>
  ) : (
    <Badge tone="bad" icon={<CircleAlert />}>
      {t`Differs`}
    </Badge>
  );
}

/** What only one side has, and which side. */
export function Gaps({ of: gaps }: { of: readonly string[] | undefined }) {
  if (gaps === undefined || gaps.length === 0) return null;
  return (
    <Notice tone="warn" title={t`Not everything agrees`}>
      {gaps.map((gap) => (
        <p key={gap} className="break-words">
          {gap}
        </p>
      ))}
    </Notice>
  );
}
