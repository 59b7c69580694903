import type { OwnAccount } from "@rokad/contract/receiving-accounts";
import type { importStatement, previewStatement } from "@rokad/contract/statement-import";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { t } from "../super-admin-language.ts";
import { useMay } from "../api/session.ts";
import { nameOfAccount } from "../common/bank-details/name-of-account.ts";
import { useOwnAccounts } from "../common/bank-details/own-accounts.ts";
import { WhoMay } from "../common/people/who-may.tsx";
import { superAdminPaths } from "../paths.ts";
import { exactMatch } from "../shell/menu.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { ChooseFile } from "./choose-file.tsx";
import { ChooseColumns } from "./choose-columns.tsx";
import { EarlierImports } from "./earlier-imports.tsx";
import { ImportResult } from "./import-result.tsx";
import type { StatementSearch } from "./statement-search.ts";
import { useStatementFile } from "./use-statement-file.ts";

export function StatementImportPage() {
  const search = useSearch({ from: "/signed-in/super-admin/super-admin/deposits/import" });
  const navigate = useNavigate();
  const go = (next: StatementSearch, how?: { replace?: boolean; resetScroll?: boolean }) =>
    void navigate({ to: superAdminPaths.statementImport, search: next, ...how });
  const accounts = useOwnAccounts();
  const [chosen, setChosen] = useState<string>();
  // The default account is first.
  const account = accounts.find(({ id }) => id === chosen) ?? accounts[0];
  const { step, choose, importFile, back, changeColumns } = useStatementFile(account?.id, (id) =>
    go({ import: id }),
  );
  const canImport = useMay<typeof importStatement | typeof previewStatement>("operate");
  const isBusy = step.at === "reading" || step.at === "importing";

  if (search.import && step.at === "choosing" && !step.problem) {
    return (
      <ImportResult
        id={search.import}
        search={search}
        go={go}
        back={<Back />}
        onFile={(file) => void choose(file)}
        onChangeColumns={changeColumns}
      />
    );
  }
  return (
    <>
      <PageHeader
        back={<Back />}
        title={t`Bank statement import`}
        description={t`Match the receiving account's statement with deposit requests`}
      />
      {step.at === "columns" || step.at === "importing" ? (
        <ChooseColumns
          key={step.file.name}
          fileName={step.file.name}
          preview={step.file.preview}
          account={ownName(accounts, step.file.preview.receiving_account_id)}
          busy={isBusy}
          problem={step.at === "columns" ? step.problem : undefined}
          onBack={back}
          onImport={(columns) => void importFile(step.file, columns)}
        />
      ) : (
        <>
          {canImport ? (
            <ChooseFile
              accounts={accounts}
              account={account}
              onAccount={setChosen}
              reading={step.at === "reading" ? step.name : undefined}
              problem={step.at === "choosing" ? step.problem : undefined}
              onFile={(file) => void choose(file)}
            />
          ) : (
            <WhoMay<typeof importStatement> needs="operate" action={t`Importing a statement`} />
          )}
          <EarlierImports page={search.page} goToPage={(page, how) => go({ page }, how)} />
        </>
      )}
    </>
  );
}

function ownName(accounts: readonly OwnAccount[], id: string | null): string | undefined {
  const own = accounts.find((account) => account.id === id);
  return own && nameOfAccount(own);
}

function Back() {
  return (
    <Link
      to={superAdminPaths.deposits}
      activeOptions={exactMatch}
      className="inline-flex items-center gap-1.5 text-dense text-muted underline-offset-4 hover:text-text hover:underline"
    >
      <ArrowLeft aria-hidden className="size-3.5" />
      {t`Deposit Approvals`}
    </Link>
  );
}
