import { listBeneficiaries } from "@rokad/contract/beneficiaries";
import { useState } from "react";
import { t } from "../language.ts";
import { may, useUser } from "../api/session.ts";
import { useApi } from "../api/use-api.ts";
import { Card, CardHeader } from "../ui/card.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { firstPayout, languages, type Language, type SamplePayee } from "./first-payout.ts";

/** Code for a first payout, with this installation's address and a beneficiary of the business. */
export function FirstPayoutCard() {
  const canView = may(useUser(), "view");
  const { data } = useApi(listBeneficiaries, canView ? { query: { limit: 20 } } : null);
  const [language, setLanguage] = useState<Language>("curl");
  const payee = payeeOf(data?.data);
  const code = firstPayout(language, location.origin, payee);
  return (
    <Card>
      <CardHeader
        title={t`Your first payout`}
        description={
          payee
            ? t`₹10 to ${payee.name}, with a key that has payouts:send`
            : t`₹10 to an account, with a key that has payouts:send`
        }
        action={
          <span className="flex shrink-0 items-center gap-2">
            <Segmented
              legend={t`Language`}
              options={languages}
              value={language}
              onValueChange={setLanguage}
            />
            <CopyButton value={code} label={t`Code`} />
          </span>
        }
      />
      <div className="mx-5 mt-4 mb-4 rounded-card border border-line bg-sunken">
        <pre
          {...scrollable}
          style={codeSize}
          className="overflow-x-auto p-3.5 font-mono text-dense leading-5.5 focus-visible:-outline-offset-2"
        >
          {code}
        </pre>
      </div>
      <ol className="grid list-decimal gap-1 pb-5 pl-12 text-dense text-muted">
        <li>{t`Create a key with payouts:send, your address and limits.`}</li>
        <li>{t`Store its secret in the environment variable ROKAD_KEY.`}</li>
        <li>{t`Run the code. Running it again sends nothing twice.`}</li>
      </ol>
    </Card>
  );
}

/** The lines of the longer language, so that nothing moves when the code is here. */
const codeSize = { minHeight: "18.25rem" };

/** A keyboard scrolls long lines. */
const scrollable = { role: "region", "aria-label": t`Code of the first payout`, tabIndex: 0 };

interface Listed {
  readonly name: string;
  readonly archived_at: string | null;
  readonly default_destination: { readonly id: string } | null;
}

function payeeOf(beneficiaries: readonly Listed[] | undefined): SamplePayee | undefined {
  const found = beneficiaries?.find((one) => one.default_destination && !one.archived_at);
  return found?.default_destination
    ? { name: found.name, destinationId: found.default_destination.id }
    : undefined;
}
