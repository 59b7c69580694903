import {
  listSavedViews,
  type SavedView,
  type ViewedHistory,
  type ViewQuery,
} from "@rokad/contract/saved-views";
import { Bookmark, Check, ChevronDown, Settings2 } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from "react";
import { t } from "../../language.ts";
import { useApi } from "../../api/use-api.ts";
import { currentViewing } from "../../api/viewing.ts";
import { buttonClass } from "../../ui/button.tsx";
import { cn } from "../../ui/class-names.ts";
import { Dropdown, dropdownItem } from "../../ui/dropdown.tsx";
import { useDropdownClose } from "../../ui/floating.tsx";

// Few people change their views on a visit.
const ViewsDialog = lazy(async () => ({
  default: (await import("./views-dialog.tsx")).ViewsDialog,
}));

interface SavedViewsProps {
  history: ViewedHistory;
  /** What the address holds, without its page. */
  current: ViewQuery;
  open: (query: ViewQuery, how?: { replace: boolean }) => void;
}

/** The person's own views of a history: opens, saves and manages them. */
export function SavedViews({ history, current, open }: SavedViewsProps) {
  const { data } = useApi(listSavedViews, { query: { history } }, { onFocus: false });
  const views = data?.data;
  const [dialog, setDialog] = useState<"no" | "open" | "closing">("no");
  const isViewing = Boolean(currentViewing());

  // A history that opens without filters shows the default view; Reset then shows all rows.
  const isSettled = useRef(Object.values(current).some((value) => value !== undefined));
  useEffect(() => {
    if (isSettled.current || !views) return;
    isSettled.current = true;
    const { query } = views.find((view) => view.is_default) ?? {};
    if (query) open(query, { replace: true });
  }, [views, open]);

  const openView = ({ query }: SavedView) => open(query);
  const shown = views?.find(({ query }) => isSame(query, current));
  if (isViewing) return null;
  return (
    <>
      <Dropdown
        align="end"
        className="w-64"
        button={{
          "aria-label": shown ? t`Views, ${shown.name}` : t`Views`,
          title: t`Views`,
          className: cn(buttonClass({ variant: "secondary" }), "max-md:flex-1 md:mt-6"),
          children: (
            <>
              <Bookmark aria-hidden />
              <span className={cn("max-w-36 truncate", !shown && "md:sr-only")}>
                {shown?.name ?? t`Views`}
              </span>
              <ChevronDown aria-hidden />
            </>
          ),
        }}
      >
        {views?.length === 0 && (
          <p className="px-2.5 py-2 text-sm text-muted">
            {t`Save filters and search under a name to open them again.`}
          </p>
        )}
        {views?.map((view) => (
          <MenuButton key={view.id} onPress={() => openView(view)}>
            <Check aria-hidden className={cn(view !== shown && "invisible")} />
            <span className="min-w-0 flex-1 truncate">{view.name}</span>
            {view.is_default && <span className="text-xs text-muted">{t`Default`}</span>}
          </MenuButton>
        ))}
        <MenuButton onPress={() => setDialog("open")}>
          <Settings2 aria-hidden />
          {t`Save or manage views`}
        </MenuButton>
      </Dropdown>
      <Suspense>
        {dialog !== "no" && (
          <ViewsDialog
            history={history}
            current={current}
            views={views ?? []}
            open={dialog === "open"}
            onClose={() => setDialog("closing")}
            onClosed={() => setDialog("no")}
          />
        )}
      </Suspense>
    </>
  );
}

function MenuButton({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  const close = useDropdownClose();
  return (
    <button
      type="button"
      className={dropdownItem}
      onClick={() => {
        close();
        onPress();
      }}
    >
      {children}
    </button>
  );
}

function isSame(a: ViewQuery, b: ViewQuery): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]) as Set<keyof ViewQuery>;
  return [...names].every((name) => a[name] === b[name]);
}
