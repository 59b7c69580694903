import {
  approveStatementMatches,
  listStatementLines,
  type StatementImport,
} from "@rokad/contract/statement-import";
import { add, type Money } from "@rokad/money/money";
import { formatMoney } from "@rokad/money/format";
import { CheckCheck } from "lucide-react";
import { useState } from "react";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { approvalKeptMs, sendIdempotent } from "../api/send-idempotent.ts";
import { refreshApi } from "../api/use-api.ts";
import { Permitted } from "../common/people/permitted.tsx";
import { Button } from "../ui/button.tsx";
import { Card, CardBody } from "../ui/card.tsx";
import { Notice } from "../ui/notice.tsx";
import { Progress } from "../ui/progress.tsx";
import { depositCount } from "./line-labels.ts";

interface Total {
  readonly count: number;
  readonly total_amount: Money;
}

interface Results {
  readonly credited: Total;
  readonly first: Total;
  readonly refused: readonly { readonly line: number; readonly reason: string }[];
  /** Set if the approval stopped early. */
  readonly problem?: string;
}

const nothing: Total = { count: 0, total_amount: { amount: 0, currency: "INR" } };

function plus(a: Total, b: Total): Total {
  return { count: a.count + b.count, total_amount: add(a.total_amount, b.total_amount) };
}

/** Approves every exact match, in calls of a few seconds each. */
export function ApproveMatches({ found, onDone }: { found: StatementImport; onDone: () => void }) {
  const [total, setTotal] = useState<number>();
  const [results, setResults] = useState<Results>();
  const { count, total_amount: amount } = found.groups.exact;

  async function approve() {
    let soFar: Results = { credited: nothing, first: nothing, refused: [] };
    setTotal(count);
    setResults(soFar);
    try {
      const params = { id: found.id };
      for (let after: number | null = 0; after !== null;) {
        const body: { after_line: number } = { after_line: after };
        const { data } = await sendIdempotent(
          approveStatementMatches,
          { params, body },
          { keptMs: approvalKeptMs },
        );
        soFar = {
          credited: plus(soFar.credited, data.credited),
          first: plus(soFar.first, data.first_approvals),
          refused: [...soFar.refused, ...data.refused],
        };
        setResults(soFar);
        after = data.next_line;
      }
    } catch (error) {
      setResults({ ...soFar, problem: messageOf(error, t`No response yet.`) });
    } finally {
      setTotal(undefined);
      onDone();
      void refreshApi(listStatementLines);
    }
  }

  if (total !== undefined && results) {
    const decided = results.credited.count + results.first.count + results.refused.length;
    return (
      <Card aria-busy>
        <CardBody>
          <p className="text-sm font-medium">{t`Approving ${depositCount(total)}…`}</p>
          <Progress value={decided} max={total} label={t`${decided} of ${depositCount(total)}`} />
        </CardBody>
      </Card>
    );
  }
  return (
    <>
      {results && <Outcome results={results} />}
      {count > 0 && (
        <Notice
          tone="good"
          icon={<CheckCheck />}
          title={t`${depositCount(count)} can be approved now: ${formatMoney(amount)}`}
          action={
            <Permitted<typeof approveStatementMatches> needs="operate">
              <Button className="max-sm:w-full" onClick={() => void approve()}>
                {t`Approve ${depositCount(count)}`}
              </Button>
            </Permitted>
          }
        >
          {t`UTR, amount and sender match, each UTR is on one line, and no amount may already be credited.`}
        </Notice>
      )}
    </>
  );
}

const refusedShown = 10;

function Outcome({ results: { credited, first, refused, problem } }: { results: Results }) {
  const more = refused.length - refusedShown;
  return (
    <div role="status" className="grid gap-3">
      {problem && (
        <Notice tone="warn" title={t`Not all deposits were approved`}>
          {t`${problem} Approved deposits stay approved. Approve the rest again.`}
        </Notice>
      )}
      {credited.count > 0 && (
        <Notice tone="good" title={t`${depositCount(credited.count)} approved and credited`}>
          {t`${formatMoney(credited.total_amount)} is in the tenants' wallets.`}
        </Notice>
      )}
      {first.count > 0 && (
        <Notice tone="info" title={t`${depositCount(first.count)} with the first of two approvals`}>
          {t`${formatMoney(first.total_amount)} is above the limit in System Settings. Another super admin must give the second approval.`}
        </Notice>
      )}
      {refused.length > 0 && (
        <Notice tone="warn" title={t`${depositCount(refused.length)} could not be approved`}>
          {refused.slice(0, refusedShown).map(({ line, reason }) => (
            <p key={line}>{t`Line ${line}: ${reason}`}</p>
          ))}
          {more > 0 && <p>{t`And ${more} more.`}</p>}
        </Notice>
      )}
    </div>
  );
}
