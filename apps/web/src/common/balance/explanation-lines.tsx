import type { MoneyAnswer } from "@rokad/contract/call";
import type { ExplanationLine, WalletExplanation } from "@rokad/contract/wallet-explanation";
import { formatMoney } from "@rokad/money/format";
import { add, subtract, type Money as Amount } from "@rokad/money/money";
import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "../../language.ts";
import { paths } from "../../paths.ts";
import { cn } from "../../ui/class-names.ts";
import { Money } from "../../ui/money.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Balance } from "./balance.tsx";
import { kindWords } from "./explanation-words.ts";

interface ExplanationLinesProps {
  explanation: WalletExplanation;
  countsLikeHistory: boolean | undefined;
  /** Called before a link leads to another page. */
  onLeave: () => void;
}

/** The lines from the opening balance to the figure, each with the way to its entries. */
export function ExplanationLines(props: ExplanationLinesProps) {
  const { explanation, countsLikeHistory, onLeave } = props;
  const { figure, lines, opening_balance, closing_balance } = explanation;
  const isFlow = figure === "flow";
  return (
    <>
      {!explanation.adds_up && <Mismatch explanation={explanation} />}
      <ul className="-mx-2 mt-3">
        {isFlow && (
          <StoredFigure
            label={t`Opening balance`}
            value={opening_balance}
            canHide={countsLikeHistory}
          />
        )}
        {lines.map((line) => (
          <Line key={line.kind} line={line} explanation={explanation} onLeave={onLeave} />
        ))}
        {lines.length === 0 && (
          <li className="px-2 py-3 text-sm text-muted">
            {isFlow ? t`No entries in this period.` : t`No entries yet.`}
          </li>
        )}
        <StoredFigure
          label={
            isFlow ? t`Closing balance` : figure === "held" ? t`On hold` : t`Available balance`
          }
          value={closing_balance}
          canHide={countsLikeHistory}
          isTotal
        />
      </ul>
      {countsLikeHistory && <HistoryNote explanation={explanation} />}
    </>
  );
}

/** Shown instead of hidden: the stored figure and its lines disagree. */
function Mismatch({ explanation }: Pick<ExplanationLinesProps, "explanation">) {
  const { opening_balance, total_credits, total_debits, closing_balance, difference } = explanation;
  const sum = subtract(add(opening_balance, total_credits), total_debits);
  return (
    <div role="alert" className="mt-3">
      <Notice
        tone="warn"
        title={t`These lines do not explain ${formatMoney(magnitude(difference))}`}
      >
        {t`They come to ${<Money value={sum} />}, the stored figure is ${<Money value={closing_balance} />}. Ask support to check it before you rely on it.`}
      </Notice>
    </div>
  );
}

interface LineProps {
  line: ExplanationLine;
  explanation: WalletExplanation;
  onLeave: () => void;
}

function Line({ line, explanation, onLeave }: LineProps) {
  const { label } = kindWords[line.kind];
  const net = subtract(line.credit, line.debit);
  const hint = hintOf(line);
  return (
    <li>
      <EntriesLink kind={line.kind} explanation={explanation} onLeave={onLeave}>
        <span className="min-w-0 flex-1">
          <span className="block">{label}</span>
          {hint && <span className="block text-xs text-muted tabular-nums">{hint}</span>}
        </span>
        <Money
          value={magnitude(net)}
          sign={net.amount > 0 ? "+" : net.amount < 0 ? "−" : undefined}
          className={cn("font-medium", net.amount > 0 && "text-good")}
        />
        <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
      </EntriesLink>
    </li>
  );
}

/** "3 payouts", and both sides where the line has both. */
function hintOf({ kind, count, credit, debit }: ExplanationLine): string {
  const { nouns, list } = kindWords[kind];
  const [one, several] = nouns;
  const counted =
    count !== null && `${count.toLocaleString("en-IN")} ${count === 1 ? one : several}`;
  const sides =
    credit.amount !== 0 &&
    debit.amount !== 0 &&
    (list === "all"
      ? t`${formatMoney(debit)} out, ${formatMoney(credit)} in`
      : t`${formatMoney(debit)} out, ${formatMoney(credit)} back`);
  return [counted, sides].filter(Boolean).join(" · ");
}

interface EntriesLinkProps extends Omit<LineProps, "line"> {
  kind: ExplanationLine["kind"];
  children: ReactNode;
}

/** Leads to the list that has the line's entries, in the same period. */
function EntriesLink({ kind, explanation, onLeave, children }: EntriesLinkProps) {
  const { list } = kindWords[kind];
  const look = {
    className:
      "flex min-h-11 items-center gap-3 rounded-control px-2 py-1.5 text-sm hover:bg-hover focus-visible:-outline-offset-2",
    onClick: onLeave,
  };
  if (list === "requests")
    return (
      <Link to={paths.requests} search={{ view: "all" }} {...look}>
        {children}
      </Link>
    );
  const { from, to } = explanation;
  const search = {
    type: list === "all" ? undefined : list,
    from: from ?? undefined,
    to: to ?? undefined,
  };
  return (
    <Link to={paths.walletHistory} search={search} {...look}>
      {children}
    </Link>
  );
}

interface StoredFigureProps {
  label: string;
  value: MoneyAnswer;
  /** Whether its page shows dots while the person hides the balance. */
  canHide?: boolean | undefined;
  isTotal?: boolean;
}

function StoredFigure({ label, value, canHide = false, isTotal = false }: StoredFigureProps) {
  return (
    <li
      className={cn(
        "flex items-center justify-between gap-3 px-2 py-2.5 text-sm",
        // Under the amounts of the lines, which end before their arrows.
        "pr-9",
        isTotal
          ? "mt-1 border-t border-dashed border-edge text-[15px] font-semibold"
          : "text-muted",
      )}
    >
      <span>{label}</span>
      {canHide ? <Balance value={value} /> : <Money value={value} />}
    </li>
  );
}

/** Monthly Flow leaves out what came back, like Wallet History. */
function HistoryNote({ explanation }: Pick<ExplanationLinesProps, "explanation">) {
  const { wallet_history: counted, total_credits, total_debits } = explanation;
  if (!counted) return null;
  const left = {
    credits: subtract(total_credits, counted.total_credits),
    debits: subtract(total_debits, counted.total_debits),
  };
  return (
    <p className="mt-3 text-dense text-pretty text-muted">
      {t`Monthly Flow is ${(
        <Money
          value={add(counted.total_credits, counted.total_debits)}
          className="font-medium text-text"
        />
      )}: ${<Money value={counted.total_credits} />} in and ${<Money value={counted.total_debits} />} out`}
      {left.credits.amount === 0 && left.debits.amount === 0 ? (
        t`, as in these lines.`
      ) : (
        <>
          {t`. It leaves out what failed, was cancelled or came off hold: ${<Money value={left.debits} />} out and ${<Money value={left.credits} />} back.`}
        </>
      )}
    </p>
  );
}

function magnitude({ amount, currency }: Amount) {
  return { amount: Math.abs(amount), currency };
}
