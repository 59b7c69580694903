import { findAnything, type Found } from "@rokad/contract/search";
import {
  ArrowRight,
  FileUp,
  FolderDown,
  Landmark,
  ListChecks,
  Plus,
  Search,
  Send,
  Sheet,
  UserPlus,
  Users,
  type LucideIcon,
} from "lucide-react";
import { t } from "../language.ts";
import { mayStartPayout } from "../api/may-start-payout.ts";
import { hasFeature, may, type KnownUser } from "../api/session.ts";
import { useApi } from "../api/use-api.ts";
import { currentViewing } from "../api/viewing.ts";
import { openAddFunds } from "../common/balance/add-funds.ts";
import type { PaletteItem } from "../common/palette/palette-item.ts";
import { usePaletteText } from "../common/palette/use-palette-text.ts";
import { paths } from "../paths.ts";
import { formatDay } from "../ui/dates.ts";
import { Money } from "../ui/money.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { menuOf } from "./menu.ts";
import {
  accountPages,
  rowOf,
  SearchPalette,
  searchOptions,
  type ConsolePaletteProps,
  type Go,
} from "./search-palette.tsx";

/** Finds the tenant's payouts, beneficiaries, batches, requests, deposits, pages and actions. */
export function TenantPalette(props: ConsolePaletteProps) {
  const { user, open } = props;
  const typed = usePaletteText(props.isWanted);
  const canFind = may(user, "view");
  const { search } = typed;
  const asked = open && canFind && search ? { query: { search } } : null;
  const answer = useApi(findAnything, asked, searchOptions);
  return (
    <SearchPalette
      {...props}
      typed={typed}
      answer={canFind ? answer : null}
      placeholder={canFind ? t`Name, UTR, reference, amount, last 4 digits` : t`Find a page`}
      groupsOf={groupsOf}
      pagesOf={(go) => [...actionsOf(user, go), ...pagesOf(user, go)]}
      furtherOf={(text, go) => [{ title: t`Search everything`, items: searchesOf(text, go) }]}
      nothing={(text) => t`No payout, beneficiary or deposit matches “${text}”.`}
    />
  );
}

/** The groups of what the server found, in the order of how often people look for them. */
function groupsOf(found: Found, go: Go) {
  const row = (
    kind: string,
    icon: LucideIcon,
    href: string,
    rest: Pick<PaletteItem, "label" | "detail" | "end">,
  ) => rowOf(kind, { icon, href, go, ...rest });
  const of = (path: string, id: string) => path.replace("$id", id);
  return [
    {
      title: t`Payouts`,
      items: found.payouts.map((each) =>
        row("payout", Send, of(paths.payout, each.id), {
          label: each.name,
          detail: `${each.account} · ${each.utr_number ?? each.reference_id} · ${formatDay(each.created_at)}`,
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
      title: t`Beneficiaries`,
      items: found.beneficiaries.map((each) =>
        row("beneficiary", Users, of(paths.beneficiary, each.id), {
          label: each.name,
          detail: [each.short_name, each.account].filter(Boolean).join(" · ") || undefined,
        }),
      ),
    },
    {
      title: t`Payment requests`,
      items: found.requests.map((each) =>
        row("request", ListChecks, of(paths.request, each.id), {
          label: each.name,
          detail: formatDay(each.created_at),
          end: <Money value={each.amount} />,
        }),
      ),
    },
    {
      title: t`Batches`,
      items: found.batches.map((each) =>
        row("batch", Sheet, of(paths.bulkPayout, each.id), {
          label: each.file_name,
          detail: formatDay(each.created_at),
        }),
      ),
    },
    {
      title: t`Deposits`,
      items: found.deposits.map((each) =>
        row("deposit", Landmark, `${paths.deposits}?search=${each.utr_reference}`, {
          label: each.utr_reference,
          detail: formatDay(each.created_at),
          end: (
            <>
              <Money value={each.amount} />
              <StatusBadge status={each.status} className="max-sm:hidden" />
            </>
          ),
        }),
      ),
    },
  ];
}

/** The histories with the search, for what is not among the newest five. */
function searchesOf(search: string, go: Go): PaletteItem[] {
  const query = `?search=${encodeURIComponent(search)}`;
  return [
    [t`Payout History`, paths.payoutHistory],
    [t`Wallet History`, paths.walletHistory],
    [t`Deposit History`, paths.deposits],
  ].map(([label = "", path = ""]) => ({
    id: `search ${path}`,
    label: `${label}: “${search}”`,
    icon: Search,
    run: go(path + query),
  }));
}

/** What the person may do from any page. */
function actionsOf(user: KnownUser, go: Go): PaletteItem[] {
  if (currentViewing()) return [];
  const can = (permission: Parameters<typeof may>[1]) => may(user, permission);
  const all: (PaletteItem | false)[] = [
    mayStartPayout(user) && {
      id: "new payout",
      label: t`New Payout`,
      words: "pay send transfer",
      icon: Plus,
      run: go(paths.payouts),
    },
    can("fund") && {
      id: "add funds",
      label: t`Add Funds`,
      words: "deposit top up wallet",
      icon: Plus,
      run: openAddFunds,
    },
    can("prepare") &&
      hasFeature(user, "bulk_payouts") && {
        id: "upload",
        label: t`Upload a file of payouts`,
        words: "bulk batch salaries csv xlsx",
        icon: FileUp,
        run: go(paths.bulkPayouts),
      },
    can("prepare") && {
      id: "add beneficiary",
      label: t`Add beneficiary`,
      words: "payee vendor employee new",
      icon: UserPlus,
      run: go(paths.beneficiaries),
    },
  ];
  return all.filter((item) => item !== false);
}

/** The pages that the person may open. */
function pagesOf(user: KnownUser, go: Go): PaletteItem[] {
  const inMenu = menuOf(user).flatMap((entry) =>
    (entry.pages ?? [{ label: "", to: entry.to }]).map((page) => ({
      id: `page ${page.to}`,
      label: page.label ? `${entry.label}: ${page.label}` : entry.label,
      icon: entry.icon,
      run: go(page.to),
    })),
  );
  const others: PaletteItem[] = [
    ...(may(user, "report")
      ? [
          {
            id: "page exports",
            label: t`Prepared exports`,
            words: "csv download",
            icon: FolderDown,
            run: go(paths.exports),
          },
        ]
      : []),
    ...accountPages(go),
    {
      id: "page businesses",
      label: t`Switch business`,
      words: "tenant account",
      icon: ArrowRight,
      run: go(paths.businesses),
    },
  ];
  return [...inMenu, ...others];
}
