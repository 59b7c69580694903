import type { ApiKey, ApiKeyState } from "@rokad/contract/api-key";
import { formatMoney } from "@rokad/money/format";
import { t } from "../language.ts";
import { may, useUser } from "../api/session.ts";
import { Badge, type BadgeTone } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { formatDay, formatDayAndTime } from "../ui/dates.ts";
import type { Column } from "../ui/table-cards.ts";

/** What the page opens. */
export type KeyAct =
  | { readonly kind: "create" }
  | { readonly kind: "access" | "roll" | "revoke"; readonly apiKey: ApiKey };

/** @param onAct undefined for those who only look. */
export function keyColumns(onAct: ((act: KeyAct) => void) | undefined): Column<ApiKey>[] {
  return [
    { id: "name", header: t`Key`, card: "title", cell: (key) => <Name apiKey={key} /> },
    {
      id: "state",
      header: t`Status`,
      card: "value",
      cell: ({ state }) => <Badge tone={states[state].tone}>{states[state].label}</Badge>,
    },
    {
      id: "scopes",
      header: t`May`,
      card: "status",
      cell: ({ scopes }) => (
        <span className="flex flex-wrap gap-1">
          {scopes.map((scope) => (
            <Badge key={scope}>{scope}</Badge>
          ))}
        </span>
      ),
    },
    {
      id: "access",
      header: t`From, and limits`,
      card: "line",
      cell: (key) => <Access apiKey={key} />,
    },
    { id: "used", header: t`Last used`, card: "line", cell: (key) => <LastUsed apiKey={key} /> },
    {
      id: "act",
      header: t`Actions`,
      headerHidden: true,
      card: "foot",
      align: "end",
      cell: (key) => onAct && <Actions apiKey={key} onAct={onAct} />,
    },
  ];
}

const states: Readonly<Record<ApiKeyState, { label: string; tone: BadgeTone }>> = {
  active: { label: t`Active`, tone: "good" },
  expired: { label: t`Expired`, tone: "neutral" },
  revoked: { label: t`Revoked`, tone: "neutral" },
  disabled: { label: t`Disabled, unused`, tone: "warn" },
  orphaned: { label: t`Disabled, owner left`, tone: "warn" },
};

function Name({ apiKey: { name, mode, secrets, owner, expires_at: expires } }: { apiKey: ApiKey }) {
  const [newest] = secrets;
  return (
    <span className="grid min-w-0 gap-0.5">
      <span className="font-medium break-words">{name}</span>
      <span className="text-xs text-muted">
        {newest && <span className="font-mono">{`rk_${mode}_${newest.hint}`} · </span>}
        {owner.name}
      </span>
      {secrets.map(
        ({ hint, created_at: created, ends_at: ends }) =>
          ends && (
            <span key={created} className="text-xs text-warn">
              {t`Old secret ${hint} until ${formatDayAndTime(ends)}`}
            </span>
          ),
      )}
      {expires && <span className="text-xs text-muted">{t`Until ${formatDay(expires)}`}</span>}
    </span>
  );
}

function Access({ apiKey: { networks, limits, scopes } }: { apiKey: ApiKey }) {
  const short = (money: { amount: number; currency: string }) =>
    formatMoney(money, { trailingZeros: false });
  const sends = scopes.includes("payouts:send");
  const [first, ...others] = networks;
  return (
    <span className="grid gap-0.5">
      <span className="break-all">
        {first ?? t`Any address`}
        {others.length > 0 && (
          <span title={others.join(", ")}> {t`and ${others.length} more`}</span>
        )}
      </span>
      {sends &&
        (limits ? (
          <span className="text-xs text-muted tabular-nums">
            {t`${short(limits.per_payout)} a payout · ${short(limits.used_today)} of ${short(limits.per_day)} today`}
          </span>
        ) : (
          <span className="text-xs text-warn">{t`Sends nothing until an owner signs limits`}</span>
        ))}
    </span>
  );
}

function LastUsed({ apiKey: { last_used: used, unused_until: until } }: { apiKey: ApiKey }) {
  return (
    <span className="grid gap-0.5">
      {used ? (
        <>
          <span>{formatDayAndTime(used.at)}</span>
          <span className="text-xs break-all text-muted">
            {t`${used.call} from ${used.address}`}
          </span>
        </>
      ) : (
        t`Never`
      )}
      {until && (
        <span className="text-xs text-warn">{t`Unused: disabled on ${formatDay(until)}`}</span>
      )}
    </span>
  );
}

function Actions({ apiKey, onAct }: { apiKey: ApiKey; onAct: (act: KeyAct) => void }) {
  const isOwner = may(useUser(), "pay");
  if (apiKey.state === "revoked" || apiKey.state === "expired") return null;
  // A key that sends money is an owner's to change; anyone here can stop it.
  const mayChange = isOwner || !apiKey.scopes.includes("payouts:send");
  const acts = [
    ...(mayChange
      ? ([
          ["access", accessLabel(apiKey)],
          ["roll", t`New Secret`],
        ] as const)
      : []),
    ["revoke", t`Revoke`],
  ] as const;
  return (
    <span className="flex flex-wrap justify-end gap-2">
      {acts.map(([kind, label]) => (
        <Button
          key={kind}
          variant="secondary"
          size="sm"
          aria-label={`${label}: ${apiKey.name}`}
          onClick={() => onAct({ kind, apiKey })}
        >
          {label}
        </Button>
      ))}
    </span>
  );
}

function accessLabel({ scopes }: ApiKey): string {
  return scopes.includes("payouts:send") ? t`Limits` : t`Addresses`;
}
