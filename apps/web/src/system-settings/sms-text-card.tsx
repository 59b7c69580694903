import { settingNames } from "@rokad/contract/setting-rules";
import {
  noticeSmsKinds,
  type NoticeSmsKind,
  type SmsKind,
  type SmsTemplate,
} from "@rokad/contract/sms-text";
import { Pencil } from "lucide-react";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
import { Button } from "../ui/button.tsx";
import { Card, CardBody, CardHeader } from "../ui/card.tsx";
import { Details } from "../ui/details.tsx";
import { Notice } from "../ui/notice.tsx";
import type { WantedChange } from "./changes.ts";
import { NoticeTextNotice } from "./notice-text-notice.tsx";
import { SettingFooter } from "./setting-footer.tsx";
import { draftOf, longestSms, describeSmsSize } from "./sms-draft.ts";
import { templateIn } from "./template-in.ts";
import type { SettingsByKey } from "./use-settings.ts";

export const smsDescriptions: Readonly<Record<SmsKind, string>> = {
  sign_in: t`The text with the sign-in code, exactly as registered`,
  payout: t`The text with the payout code; it names amount and beneficiary`,
  signature: t`The text with the code to sign an act that moves no money; it names the act`,
  decision: t`The text with a super admin's code to sign an act about an amount; it names both`,
  approval: t`The text with the code to approve a payment request; it names amount and beneficiary`,
  approvals: t`The text with the code to approve several; it names count, total and first beneficiary`,
  payout_lock: t`The text to a person whose payouts are locked after wrong OTPs. Optional.`,
  new_device: t`The text to a person who signed in on a new device. Optional.`,
  session_stolen: t`The text to a person whose stolen session was ended. Optional.`,
  codes_guessed: t`The text to a person whose codes are being guessed. Optional.`,
  email_changed: t`The text to a person whose e-mail address was changed. Optional.`,
  payouts_failed: t`The text about failed payouts, for people who chose it. Optional.`,
  payouts_paid: t`The text about large payouts, for people who chose it. Optional.`,
  requests_waiting: t`The text about payments that wait for an approval, for people who chose it. Optional.`,
  invitation: t`The text to a person who was invited to a team. Optional.`,
};

function isNotice(kind: SmsKind): kind is NoticeSmsKind {
  return noticeSmsKinds.some((one) => one === kind);
}

interface SmsTextCardProps {
  kind: SmsKind;
  settings: SettingsByKey;
  canChange: boolean;
  onEdit: () => void;
  onChange: (changes: WantedChange[]) => void;
  onHistory: () => void;
}

/** A registered text, its preview, and its template IDs. */
export function SmsTextCard(props: SmsTextCardProps) {
  const { kind, settings, canChange, onEdit, onChange, onHistory } = props;
  const key = `${kind}_sms` as const;
  const setting = settings[key];
  const template = templateIn(setting);
  return (
    <Card>
      <CardHeader
        title={translateText(settingNames[key])}
        description={smsDescriptions[kind]}
        action={
          canChange && (
            <Button
              variant="secondary"
              size="sm"
              icon={<Pencil />}
              aria-label={t`Change the ${translateText(settingNames[key]).toLowerCase()}`}
              onClick={onEdit}
            >
              {t`Change`}
            </Button>
          )
        }
        ruled
      />
      <CardBody className="grid gap-4">
        {isNotice(kind) && <NoticeTextNotice kind={kind} />}
        {template ? (
          <>
            <SmsPreview template={template} product={String(settings.product_name.value)} />
            <Details of={facts(template)} />
          </>
        ) : (
          <Notice tone="bad" title={t`The stored value can't be read.`}>
            {setting.problem}
          </Notice>
        )}
        <SettingFooter
          setting={setting}
          onDefault={canChange ? () => onChange([{ key, toDefault: true }]) : undefined}
          onHistory={onHistory}
        />
      </CardBody>
    </Card>
  );
}

function SmsPreview({ template, product }: { template: SmsTemplate; product: string }) {
  const text = longestSms(draftOf(template), product);
  return (
    <div className="grid gap-1.5">
      <p
        lang="en"
        className="rounded-card border border-line bg-sunken/60 px-4 py-3 text-sm break-words"
      >
        {text}
      </p>
      <p className="text-xs text-muted">{describeSmsSize(text)}</p>
    </div>
  );
}

const routes: Readonly<Record<SmsTemplate["msg91_route"], string>> = {
  flow: t`Flow`,
  otp: "OTP",
};

function facts({
  text,
  dlt_template_id: dlt,
  msg91_template_id: msg91,
  msg91_route: route,
}: SmsTemplate) {
  return [
    { label: t`Registered text`, value: text },
    { label: t`DLT template ID`, value: dlt ?? t`Not set` },
    { label: t`MSG91 template ID`, value: msg91 ?? t`Not set` },
    { label: t`MSG91 route`, value: routes[route] },
  ];
}
