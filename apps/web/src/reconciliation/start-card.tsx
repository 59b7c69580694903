import { addDays } from "@rokad/contract/days";
import { isRealDay, todayInIndia } from "@rokad/contract/fields";
import { providerLabel, type ReconciledProvider } from "@rokad/contract/reconciliation";
import { Scale } from "lucide-react";
import { useState } from "react";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
import { Button } from "../ui/button.tsx";
import { Card, CardBody, CardHeader } from "../ui/card.tsx";
import { DateField } from "../ui/date-field.tsx";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { startDay } from "./start-day.ts";

/** Starts a reconciliation of one provider and day in the background. */
export function StartCard({ of: providers }: { of: readonly ReconciledProvider[] | undefined }) {
  const [chosen, setChosen] = useState<string>();
  const [day, setDay] = useState<string | undefined>(() => addDays(todayInIndia(), -1));
  const [busy, setBusy] = useState(false);
  const adapter = chosen ?? firstOf(providers);
  const provider = providers?.find((each) => each.adapter === adapter);
  const error = errorOf(day);
  const isReady = provider?.missing_settings.length === 0 && day !== undefined && !error;

  async function start() {
    if (!adapter || !day || !isReady) return;
    setBusy(true);
    await startDay(adapter, day);
    setBusy(false);
  }

  return (
    <Card>
      <CardHeader
        ruled
        title={t`Reconcile a day`}
        description={t`Runs automatically after 4:00 every night for the previous day and days with open differences`}
      />
      <CardBody>
        <form
          aria-label={t`Reconcile a day`}
          noValidate
          className="flex flex-wrap items-start gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            void start();
          }}
        >
          <Field label={t`Provider`} className="max-md:w-full md:w-52">
            <Select
              options={(providers ?? []).map((each) => ({
                value: each.adapter,
                label: translateText(providerLabel(each.adapter)),
                ...(each.missing_settings.length > 0 && { hint: t`not configured` }),
              }))}
              value={adapter ?? null}
              placeholder={t`Choose a provider`}
              onValueChange={setChosen}
            />
          </Field>
          <DateField
            label={t`Day`}
            value={day}
            onChange={setDay}
            error={error}
            className="max-md:w-full md:w-40"
          />
          <Button
            type="submit"
            icon={<Scale />}
            disabled={!isReady}
            busy={busy}
            busyLabel={t`Starting...`}
            className="max-md:w-full md:mt-6"
          >
            {t`Reconcile`}
          </Button>
        </form>
      </CardBody>
    </Card>
  );
}

/** The first configured provider, preferably one in use. */
function firstOf(providers: readonly ReconciledProvider[] = []): string | undefined {
  const ready = providers.filter((each) => each.missing_settings.length === 0);
  return (ready.find(({ rails }) => rails.length > 0) ?? ready[0] ?? providers[0])?.adapter;
}

function errorOf(day: string | undefined): string | undefined {
  if (day === undefined) return undefined;
  if (!isRealDay(day)) return t`Enter a real date as DD/MM/YYYY`;
  return day > todayInIndia() ? t`The day cannot be in the future` : undefined;
}
