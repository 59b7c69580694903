import type { changeSettings } from "@rokad/contract/settings";
import { settingNames, type SettingKey } from "@rokad/contract/setting-rules";
import { smsKinds, type SmsKind, type SmsTemplate } from "@rokad/contract/sms-text";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
import { WhoMay } from "../common/people/who-may.tsx";
import type { useProposals } from "../common/proposals/use-proposals.ts";
import { Notice } from "../ui/notice.tsx";
import { useOpened } from "../ui/use-opened.ts";
import { seen, type SeenChange, type WantedChange } from "./changes.ts";
import { ReceivingAccountsCard } from "./receiving-accounts-card.tsx";
import {
  branding,
  charges,
  mailServer,
  passkeys,
  changesOfControls,
  payoutLimits,
  providers,
  sender,
  sessionsAndCodes,
  wordsOf,
  type SettingGroup,
} from "./setting-groups.ts";
import { taxInvoices } from "./invoice-settings.ts";
import { useMayChange } from "./may-change.ts";
import { PasskeyHostNotice } from "./passkey-host-notice.tsx";
import { SettingsCard, type Drafts } from "./settings-card.tsx";
import { SettingsSections, type SettingsSection } from "./settings-sections.tsx";
import { smsDescriptions, SmsTextCard } from "./sms-text-card.tsx";
import { templateIn } from "./template-in.ts";
import type { SettingsByKey, useSettings } from "./use-settings.ts";

const ConfirmDialog = lazy(async () => ({
  default: (await import("./confirm-dialog.tsx")).ConfirmDialog,
}));
const HistoryDialog = lazy(async () => ({
  default: (await import("./history-dialog.tsx")).HistoryDialog,
}));
const SmsTextDialog = lazy(async () => ({
  default: (await import("./sms-text-dialog.tsx")).SmsTextDialog,
}));
const LeaveGuard = lazy(async () => ({
  default: (await import("../common/actions/leave-guard.tsx")).LeaveGuard,
}));

interface SettingsCardsProps {
  settings: SettingsByKey;
  save: ReturnType<typeof useSettings>["save"];
  reload: () => Promise<void>;
  proposals: ReturnType<typeof useProposals>;
  onReview: (proposalId: string) => void;
  /** The notice of a waiting change of a setting. */
  waitingNotice: (key: SettingKey) => ReactNode;
  /** The words by which the page is searched. */
  search: string;
  onSearch: (search: string) => void;
}

/** The cards of all groups, and the dialog that confirms each change. */
export function SettingsCards(props: SettingsCardsProps) {
  const { settings, save, reload, proposals, onReview, waitingNotice, search, onSearch } = props;
  const [drafts, setDrafts] = useState<Drafts>({});
  const confirmation = useOpened<readonly SeenChange[]>();
  const history = useOpened<SettingKey>();
  const [editing, setEditing] = useState<SmsKind>();
  const [conflict, setConflict] = useState<string>();
  const canChange = useMayChange();
  const unsaved = Object.keys(drafts).length > 0;

  function confirm(changes: readonly WantedChange[]): void {
    setConflict(undefined);
    history.close();
    confirmation.open(seen(changes, settings));
  }

  function clearSaved(): void {
    const saved = new Set<string>(confirmation.opened?.about.map(({ key }) => key));
    setDrafts(Object.fromEntries(Object.entries(drafts).filter(([key]) => !saved.has(key))));
    if (editing && saved.has(`${editing}_sms`)) setEditing(undefined);
    confirmation.close();
  }

  const shared = {
    canChange,
    settings,
    drafts,
    onDrafts: setDrafts,
    onChange: confirm,
    onHistory: (key: SettingKey) => history.open(key),
    waitingNotice,
  };
  const cardOf = (group: SettingGroup) => ({
    id: group.title,
    text: wordsOf(group),
    content: <SettingsCard group={group} {...shared} />,
  });
  const smsCardOf = (kind: SmsKind) => ({
    id: kind,
    text: `${translateText(settingNames[`${kind}_sms`])} ${smsDescriptions[kind]} SMS`,
    content: (
      <SmsTextCard
        kind={kind}
        settings={settings}
        canChange={canChange(`${kind}_sms`)}
        onEdit={() => setEditing(kind)}
        onChange={confirm}
        onHistory={() => shared.onHistory(`${kind}_sms`)}
      />
    ),
  });
  const accounts = {
    id: "accounts",
    text: t`Receiving account bank IFSC`,
    content: <ReceivingAccountsCard proposals={proposals} onReview={onReview} />,
  };
  const passkeyCard = cardOf(passkeys);
  const sections: SettingsSection[] = [
    {
      id: "money",
      title: t`Money`,
      columns: [[cardOf(charges), accounts, cardOf(changesOfControls)], [cardOf(payoutLimits)]],
    },
    { id: "providers", title: t`Providers`, columns: [[cardOf(providers)]] },
    { id: "invoices", title: t`Tax invoices`, columns: [[cardOf(taxInvoices)]] },
    {
      id: "sign-in",
      title: t`Sign-in`,
      columns: [
        [cardOf(sessionsAndCodes)],
        [
          {
            ...passkeyCard,
            content: (
              <>
                <PasskeyHostNotice />
                {passkeyCard.content}
              </>
            ),
          },
        ],
      ],
    },
    { id: "e-mail", title: t`E-mail`, columns: [[cardOf(mailServer)]] },
    { id: "sms", title: "SMS", columns: [[cardOf(sender)]] },
    {
      id: "sms-texts",
      title: t`SMS texts`,
      columns: [0, 1].map((column) =>
        smsKinds.filter((_, at) => at % 2 === column).map((kind) => smsCardOf(kind)),
      ),
    },
    { id: "branding", title: t`Branding`, columns: [[cardOf(branding)]] },
  ];
  return (
    <>
      {!canChange("fee_paise") ? (
        <WhoMay<typeof changeSettings> needs="finance" action={t`Changing a setting`} />
      ) : (
        !canChange("product_name") && (
          <Notice
            tone="plain"
            title={t`Only owners can change settings that are not about money.`}
          />
        )
      )}
      {conflict && (
        <Notice tone="warn" title={t`Another super admin made a change first.`}>
          {conflict}
        </Notice>
      )}
      <SettingsSections sections={sections} search={search} onSearch={onSearch} />
      <Suspense>
        {unsaved && <LeaveGuard unsaved={unsaved} />}
        {editing && (
          <SmsTextDialog
            key={editing}
            open={!confirmation.isOpen}
            kind={editing}
            template={
              templateIn(settings[`${editing}_sms`]) ??
              (settings[`${editing}_sms`].default as SmsTemplate)
            }
            product={String(settings.product_name.value)}
            onSubmit={(value) => confirm([{ key: `${editing}_sms`, value }])}
            onClose={() => setEditing(undefined)}
          />
        )}
        {history.opened && (
          <HistoryDialog
            key={`history ${history.opened.number}`}
            open={history.isOpen}
            setting={settings[history.opened.about]}
            onRestore={canChange(history.opened.about) ? (change) => confirm([change]) : undefined}
            onClose={history.close}
          />
        )}
        {confirmation.opened && (
          <ConfirmDialog
            key={`change ${confirmation.opened.number}`}
            open={confirmation.isOpen}
            changes={confirmation.opened.about}
            before={Object.fromEntries(
              Object.entries(settings).map(([key, { value }]) => [key, value]),
            )}
            effect={proposals.effectOf("settings")}
            save={save}
            onSaved={clearSaved}
            onConflict={(message) => {
              confirmation.close();
              setConflict(message);
              void reload();
            }}
            onClose={confirmation.close}
          />
        )}
      </Suspense>
    </>
  );
}
