import type { explainFigure } from "@rokad/contract/wallet-explanation";
import type { Input } from "@rokad/contract/call";
import { Calculator } from "lucide-react";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { t } from "../../language.ts";
import { may, useUser } from "../../api/session.ts";
import { buttonClass } from "../../ui/button.tsx";
import { cn } from "../../ui/class-names.ts";
import { useBalanceHidden } from "./hidden-balance.ts";

const ExplanationDialog = lazy(async () => ({
  default: (await import("./explanation-dialog.tsx")).ExplanationDialog,
}));

export type ExplainedQuery = Input<typeof explainFigure>["query"];

interface ExplainButtonProps {
  query: ExplainedQuery;
  /** As the page names the figure. */
  name: string;
  /** The figure counts as Wallet History does, without payouts that came back. */
  countsLikeHistory?: boolean;
  /** The figure itself, as a button of text; without it, an icon beside the figure. */
  children?: ReactNode;
}

/**
 * Opens the lines that add up to a figure. Absent for people who may not read the wallet, and while
 * the balance is hidden.
 */
export function ExplainButton({ query, name, countsLikeHistory, children }: ExplainButtonProps) {
  const isHidden = useBalanceHidden() && query.figure === "balance";
  const isPermitted = may(useUser(), "view");
  const [open, setOpen] = useState(false);
  const [isShown, setIsShown] = useState(false);
  if (isHidden || !isPermitted) return children;
  const label = t`How ${name} adds up`;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        title={label}
        {...(!children && { "aria-label": label })}
        className={
          children
            ? "underline decoration-edge decoration-dotted underline-offset-4 hover:text-text hover:decoration-solid"
            : // Lower than the text beside it, so that no card grows.
              cn(buttonClass({ variant: "ghost", size: "icon-sm" }), "-my-2 -ml-1")
        }
        onClick={() => {
          setIsShown(true);
          setOpen(true);
        }}
      >
        {children ?? <Calculator />}
        {children && <span className="sr-only">: {label}</span>}
      </button>
      <Suspense fallback={null}>
        {isShown && (
          <ExplanationDialog
            query={query}
            title={label}
            countsLikeHistory={countsLikeHistory}
            open={open}
            onClose={() => setOpen(false)}
            onClosed={() => setIsShown(false)}
          />
        )}
      </Suspense>
    </>
  );
}
