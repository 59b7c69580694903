import type { BankAccountFloat, BankItems } from "@rokad/contract/float";
import type { recordBankBalance } from "@rokad/contract/provider-charges";
import type { importStatement } from "@rokad/contract/statement-import";
import { formatMoney } from "@rokad/money/format";
import { Link } from "@tanstack/react-router";
import { t } from "../super-admin-language.ts";
import { Permitted } from "../common/people/permitted.tsx";
import { superAdminPaths } from "../paths.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Card, CardBody, CardHeader } from "../ui/card.tsx";
import { formatDay } from "../ui/dates.ts";
import { Details } from "../ui/details.tsx";
import { Money } from "../ui/money.tsx";
import { Agreement, Gaps } from "./agreement.tsx";
import { bankGaps, uncoveredDays } from "./describe-gaps.ts";

interface BankCardProps {
  of: BankAccountFloat;
  onBalance: (accountId: string) => void;
}

/** A receiving account's closing balance, what our books say, and what explains the difference. */
export function BankCard({ of: bank, onBalance }: BankCardProps) {
  const { closing, reconciliation } = bank;
  const gaps = reconciliation ? bankGaps(reconciliation) : undefined;
  const uncovered = gaps && uncoveredDays(bank, gaps);
  const since = bank.covered_from
    ? t`Statements since ${formatDay(bank.covered_from)}`
    : t`No statement with balances yet`;
  return (
    <Card aria-label={bank.label}>
      <CardHeader
        ruled
        title={bank.label}
        description={`${bank.bank_name} ${bank.account_number} · ${since}`}
        action={<Agreement gaps={gaps} />}
      />
      <CardBody className="grid gap-4">
        <Gaps of={gaps} />
        {uncovered && (
          <p className="text-sm text-muted">
            {t`On no statement: ${uncovered}. Import these days: what the bank booked then can’t be compared.`}
          </p>
        )}
        <Details
          of={[
            { label: t`Our books now`, value: <Money value={bank.books} /> },
            closing
              ? {
                  label: t`Closing balance ${formatDay(closing.day)}`,
                  value: <Money value={closing.balance} />,
                }
              : { label: t`Closing balance`, value: t`None yet` },
            closing !== null && {
              label: t`From`,
              value: closing.file_name ?? t`Entered by ${closing.recorded_by}`,
            },
          ]}
        />
        {closing && reconciliation && (
          <>
            <Details
              className="border-t border-line pt-4"
              of={[
                {
                  label: t`Our books on ${formatDay(closing.day)}`,
                  value: <Money value={reconciliation.books} />,
                },
                {
                  label: t`Only on the statement (${reconciliation.statement_only.count})`,
                  value: <Money value={reconciliation.statement_only.total} />,
                },
                {
                  label: t`Only in our books (${reconciliation.books_only.count})`,
                  value: (
                    <Money
                      value={{
                        amount: -reconciliation.books_only.total.amount,
                        currency: "INR",
                      }}
                    />
                  ),
                },
                { label: t`Closing balance`, value: <Money value={closing.balance} /> },
                {
                  label: t`Unexplained`,
                  value: <Money value={reconciliation.unexplained} />,
                  total: true,
                },
              ]}
            />
            <Items title={t`Only on the statement`} of={reconciliation.statement_only} />
            <Items title={t`Only in our books`} of={reconciliation.books_only} />
          </>
        )}
        <div className="flex flex-wrap gap-2">
          <Permitted<typeof recordBankBalance> needs="finance">
            <Button size="sm" variant="secondary" onClick={() => onBalance(bank.id)}>
              {t`Record closing balance`}
            </Button>
          </Permitted>
          <Permitted<typeof importStatement> needs="operate">
            <Link
              to={superAdminPaths.statementImport}
              className={buttonClass({ variant: "ghost", size: "sm" })}
            >
              {t`Import statement`}
            </Link>
          </Permitted>
        </div>
      </CardBody>
    </Card>
  );
}

function Items({ title, of: { count, first } }: { title: string; of: BankItems }) {
  if (count === 0) return null;
  const more = count - first.length;
  return (
    <details>
      <summary className="cursor-pointer text-dense font-semibold">{title}</summary>
      <ul className="mt-1 divide-y divide-line text-dense">
        {first.map(({ day, amount, reference, what }) => (
          <li
            key={`${day} ${what} ${reference} ${amount.amount}`}
            className="flex items-baseline justify-between gap-4 py-1.5"
          >
            <span className="min-w-0 break-words text-muted">
              {formatDay(day)} · {what}
              {reference && ` · ${reference}`}
            </span>
            <span className="shrink-0 tabular-nums">{formatMoney(amount)}</span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="mt-1 text-xs text-muted">{t`and ${more.toLocaleString("en-IN")} more`}</p>
      )}
    </details>
  );
}
