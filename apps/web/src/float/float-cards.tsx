import type { getFloat, ProviderFloat } from "@rokad/contract/float";
import type { addReceivingAccount } from "@rokad/contract/receiving-accounts";
import type { Answer } from "@rokad/contract/call";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { formatMoney } from "@rokad/money/format";
import { Link } from "@tanstack/react-router";
import { Permitted } from "../common/people/permitted.tsx";
import { superAdminPaths } from "../paths.ts";
import { buttonClass } from "../ui/button.tsx";
import { Card, CardBody, CardHeader } from "../ui/card.tsx";
import { Notice } from "../ui/notice.tsx";
import { CardSkeleton } from "../ui/card-skeleton.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { BankCard } from "./bank-card.tsx";
import { ProviderFloatCard } from "./provider-float-card.tsx";
import type { TransferStart } from "./transfer-dialog.tsx";

interface FloatCardsProps {
  of: Answer<typeof getFloat>["data"] | undefined;
  error: Error | undefined;
  retrying: boolean;
  onRetry: () => void;
  onRecord: (start: TransferStart) => void;
  onBalance: (accountId: string) => void;
}

/** Each receiving account, and each provider that is configured or has some of our money. */
export function FloatCards(props: FloatCardsProps) {
  const { of: float, error, retrying, onRetry, onRecord, onBalance } = props;
  if (!float && error) {
    return (
      <Card>
        <ErrorPanel
          message={t`Failed to load the balances`}
          detail={messageOf(error, "")}
          onRetry={onRetry}
          busy={retrying}
        />
      </Card>
    );
  }
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      {float ? (
        <>
          {float.providers.filter(isShown).map((provider) => (
            <ProviderFloatCard
              key={provider.adapter}
              of={provider}
              asOf={float.as_of}
              onRecord={onRecord}
            />
          ))}
          {float.bank.accounts.map((account) => (
            <BankCard key={account.id} of={account} onBalance={onBalance} />
          ))}
          {float.bank.accounts.length === 0 && <NoAccount />}
          {float.bank.elsewhere.amount !== 0 && (
            <Notice
              className="lg:col-span-2"
              tone="info"
              title={t`${formatMoney(float.bank.elsewhere)} in no receiving account`}
            >
              {t`Credits of virtual accounts that settle to the provider's own account, and adjustments. No bank statement explains them.`}
            </Notice>
          )}
        </>
      ) : (
        <>
          <CardSkeleton />
          <CardSkeleton />
        </>
      )}
    </div>
  );
}

function isShown({ missing_settings: missing, rails, books }: ProviderFloat): boolean {
  return missing.length === 0 || rails.length > 0 || books.amount !== 0;
}

function NoAccount() {
  return (
    <Card aria-label={t`Bank accounts`}>
      <CardHeader ruled title={t`Bank accounts`} description={t`None yet`} />
      <CardBody className="grid justify-items-start gap-3">
        <p className="text-dense text-muted">
          {t`Add the account on which transfers arrive. Top-ups leave it, and its statement explains it.`}
        </p>
        <Permitted<typeof addReceivingAccount> needs="finance">
          <Link to={superAdminPaths.settings} className={buttonClass({ size: "sm" })}>
            {t`Add receiving account`}
          </Link>
        </Permitted>
      </CardBody>
    </Card>
  );
}
