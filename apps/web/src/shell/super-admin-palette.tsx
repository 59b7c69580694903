import { findOverTenants, type FoundOverTenants } from "@rokad/contract/platform-search";
import { settingNames } from "@rokad/contract/setting-rules";
import { Building2, CircleQuestionMark, Landmark, Send, Settings } from "lucide-react";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
import { useApi } from "../api/use-api.ts";
import type { PaletteItem } from "../common/palette/palette-item.ts";
import { usePaletteText } from "../common/palette/use-palette-text.ts";
import { superAdminPaths } from "../paths.ts";
import { Badge } from "../ui/badge.tsx";
import { formatDay } from "../ui/dates.ts";
import { Money } from "../ui/money.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { useNavigation, type Navigation } from "./navigation.ts";
import {
  accountPages,
  rowOf,
  SearchPalette,
  searchOptions,
  type ConsolePaletteProps,
  type Go,
} from "./search-palette.tsx";

/** Finds a payment of any tenant by its UTR or reference, tenants, pages and settings. */
export function SuperAdminPalette(props: ConsolePaletteProps) {
  const navigation = useNavigation();
  const typed = usePaletteText(props.isWanted);
  const { search } = typed;
  const asked = props.open && search ? { query: { search } } : null;
  const answer = useApi(findOverTenants, asked, searchOptions);
  return (
    <SearchPalette
      {...props}
      typed={typed}
      answer={answer}
      placeholder={t`UTR, reference, last 4 digits, tenant, setting`}
      groupsOf={groupsOf}
      pagesOf={(go, text) => pagesOf(navigation, go, text)}
      nothing={(text) =>
        t`No payment of any tenant has the UTR, reference or last 4 digits “${text}”, and no tenant that name or number. UTRs and references are found whole.`
      }
    />
  );
}

function groupsOf({ payouts, deposits, credits, tenants }: FoundOverTenants, go: Go) {
  return [
    {
      title: t`Payouts`,
      items: payouts.map((each) =>
        rowOf("payout", {
          go,
          icon: Send,
          href: addressOfPayout(each),
          label: each.name,
          detail: `${each.tenant.name} · ${each.account} · ${each.utr_number ?? each.reference_id} · ${formatDay(each.created_at)}`,
          end: (
            <>
              <Money value={each.amount} />
              {each.is_wait && each.status === "pending" ? (
                <Badge className="max-sm:hidden">{t`Waiting for funds`}</Badge>
              ) : (
                <StatusBadge status={each.status} className="max-sm:hidden" />
              )}
            </>
          ),
        }),
      ),
    },
    {
      title: t`Deposits`,
      items: deposits.map((each) =>
        rowOf("deposit", {
          go,
          icon: Landmark,
          href: `${superAdminPaths.deposits}?utr=${each.utr_reference}&status=all`,
          label: each.tenant.name,
          detail: `${each.utr_reference} · ${formatDay(each.created_at)}`,
          end: (
            <>
              <Money value={each.amount} />
              <StatusBadge status={each.status} className="max-sm:hidden" />
            </>
          ),
        }),
      ),
    },
    {
      title: t`Incoming credits`,
      items: credits.map((each) =>
        rowOf("credit", {
          go,
          icon: CircleQuestionMark,
          href:
            each.status === "pending"
              ? superAdminPaths.suspense
              : `${superAdminPaths.suspense}?status=decided`,
          label: each.utr_reference ?? t`Without a UTR`,
          detail: `${creditStates[each.status]} · ${formatDay(each.created_at)}`,
          end: <Money value={each.amount} />,
        }),
      ),
    },
    {
      title: t`Tenants`,
      items: tenants.map((each) =>
        rowOf("tenant", {
          go,
          icon: Building2,
          href: superAdminPaths.tenant.replace("$id", each.id),
          label: each.name,
          detail: each.is_active ? each.mobile : t`${each.mobile} · Inactive`,
        }),
      ),
    },
  ];
}

const creditStates: Readonly<Record<FoundOverTenants["credits"][number]["status"], string>> = {
  pending: t`In suspense`,
  assigned: t`Assigned`,
  returned: t`Returned`,
  dismissed: t`Dismissed`,
};

/** What no provider knows has no outcome to look at: its tenant's page says that it waits. */
function addressOfPayout({ id, reference_id: reference, tenant, is_wait: isWait }: Payout): string {
  return isWait
    ? superAdminPaths.tenant.replace("$id", tenant.id)
    : `${superAdminPaths.activity}?payout=${id}&reference=${reference}`;
}
type Payout = FoundOverTenants["payouts"][number];

function pagesOf({ entries }: Navigation, go: Go, text: string): PaletteItem[] {
  const inMenu = entries.map(({ label, to, icon }) => ({
    id: `page ${to}`,
    label,
    icon,
    run: go(to),
  }));
  const showsSettings = text.trim() && entries.some(({ to }) => to === superAdminPaths.settings);
  return [...inMenu, ...accountPages(go), ...(showsSettings ? settingsOf(go) : [])];
}

/** Each setting, on the page that is searched for its name. */
function settingsOf(go: Go): PaletteItem[] {
  return Object.entries(settingNames).map(([key, english]) => {
    const name = translateText(english);
    return {
      id: `setting ${key}`,
      label: name,
      detail: t`System Settings`,
      icon: Settings,
      run: go(`${superAdminPaths.settings}?search=${encodeURIComponent(name)}`),
    };
  });
}
