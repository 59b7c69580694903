import { listSmsGateways, type SmsGateway } from "@rokad/contract/sms-gateways";
import type { NoticeSmsKind } from "@rokad/contract/sms-text";
import { t } from "../super-admin-language.ts";
import { useApi } from "../api/use-api.ts";
import { Notice } from "../ui/notice.tsx";

const names: Readonly<Record<SmsGateway["name"], string>> = {
  sandbox: t`Sandbox`,
  msg91: "MSG91",
  twilio: "Twilio",
};

/** Says which gateways can't send the optional text, and what they lack. */
export function NoticeTextNotice({ kind }: { kind: NoticeSmsKind }) {
  const { data } = useApi(listSmsGateways, {});
  const gateways = (data?.data ?? []).map(({ name, missing_lock_text_settings: missing }) => ({
    name,
    // A credential concerns all texts, a template's ID only its own.
    missing: missing.filter(
      (one) => !one.endsWith("_TEMPLATE_ID") || one.includes(kind.toUpperCase()),
    ),
  }));
  const lacking = gateways.filter(({ missing }) => missing.length > 0);
  if (lacking.length === 0) return null;
  const isUnsent = lacking.length === gateways.length;
  return (
    <Notice
      tone="warn"
      title={
        isUnsent
          ? t`This text is not sent`
          : t`This text is not sent through ${lacking.map(({ name }) => names[name]).join(", ")}`
      }
    >
      {t`Missing: ${lacking.flatMap(({ missing }) => missing).join(", ")}. The console notifies the person in any case.`}
    </Notice>
  );
}
