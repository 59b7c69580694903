import {
  getStatementImport,
  type importStatement,
  type StatementImport,
} from "@rokad/contract/statement-import";
import { formatMoney } from "@rokad/money/format";
import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "../super-admin-language.ts";
import { ApiError, messageOf } from "../api/api-error.ts";
import { useApi } from "../api/use-api.ts";
import { Permitted } from "../common/people/permitted.tsx";
import { FullPage } from "../shell/full-page.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { ApproveMatches } from "./approve-matches.tsx";
import { FileButton } from "../common/files/file-drop.tsx";
import { ImportCards } from "./import-cards.tsx";
import { ImportLines, LinesLoading } from "./import-lines.tsx";
import { depositCount, lineCount } from "./line-labels.ts";
import { UndoImport } from "./undo-import.tsx";
import type { StatementSearch } from "./statement-search.ts";

interface ImportResultProps {
  id: string;
  search: StatementSearch;
  go: (next: StatementSearch, how?: { replace?: boolean; resetScroll?: boolean }) => void;
  back: ReactNode;
  onFile: (file: File) => void;
  onChangeColumns: (() => void) | undefined;
}

const title = t`Bank statement import`;

/** The result of an import: lines to approve, lines to review, and the reasons. */
export function ImportResult({ id, search, go, back, onFile, onChangeColumns }: ImportResultProps) {
  const { data, error, isValidating, mutate } = useApi(getStatementImport, { params: { id } });
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    return (
      <FullPage
        inShell
        icon={<SearchX />}
        title={t`Import not found`}
        description={t`This address has no import. Check it for typing errors.`}
        actions={<Button onClick={() => go({})}>{t`All imports`}</Button>}
      />
    );
  }
  if (error && !data) {
    return (
      <>
        <PageHeader back={back} title={title} />
        <Card>
          <ErrorPanel
            message={t`Failed to load the import`}
            detail={messageOf(error, "")}
            onRetry={() => void mutate()}
            busy={isValidating}
          />
        </Card>
      </>
    );
  }
  const found = data?.data;
  return (
    <>
      <PageHeader
        back={back}
        title={title}
        description={found ? <About found={found} /> : <AboutSkeleton />}
        actions={
          <>
            <Button variant="ghost" onClick={() => go({})}>
              {t`All imports`}
            </Button>
            <Permitted<typeof importStatement> needs="operate">
              <UndoImport id={id} onDone={() => go({})} />
              {onChangeColumns && (
                <Button variant="secondary" onClick={onChangeColumns}>
                  {t`Change columns`}
                </Button>
              )}
              <FileButton variant="secondary" onFile={onFile}>
                {t`Import another`}
              </FileButton>
            </Permitted>
          </>
        }
      />
      {found && <AlreadyImported found={found} />}
      {found && <Contradictions of={found.contradictions} />}
      <ImportCards found={found} />
      {found && <ApproveMatches key={found.id} found={found} onDone={() => void mutate()} />}
      {found ? <ImportLines found={found} search={search} go={go} /> : <LinesLoading />}
    </>
  );
}

function About({ found }: { found: StatementImport }) {
  const { file_name, line_count, imported_at, imported_by, receiving_account: account } = found;
  return (
    <>
      <span className="block max-w-md truncate" title={file_name}>
        {file_name}
      </span>
      <span className="block">
        {account && `${account.bank_name} ${account.account_number} · `}
        {t`${lineCount(line_count)} · ${formatDayAndTime(imported_at)} by ${imported_by.name}`}
      </span>
    </>
  );
}

function AboutSkeleton() {
  return (
    <>
      <Skeleton className="mt-1 h-4 w-44" />
      <Skeleton className="mt-1 h-4 w-64" />
    </>
  );
}

function Contradictions({
  of: { count, total_amount: total },
}: {
  of: StatementImport["contradictions"];
}) {
  if (count === 0) return null;
  return (
    <Notice
      tone="bad"
      title={t`The bank took back ${formatMoney(total)} of ${depositCount(count)} already credited`}
    >
      {t`The wallets are unchanged. Review these lines, and decide with the tenant and the bank.`}
    </Notice>
  );
}

function AlreadyImported({ found }: { found: StatementImport }) {
  const { same_file_as: same, seen_count: seen } = found;
  if (seen === 0) return null;
  const words = same
    ? t`This file was already imported on ${formatDayAndTime(same.imported_at)}`
    : t`${lineCount(seen)} of this file were already imported`;
  return (
    <Notice tone="info" title={words}>
      {t`Each line counts once, so none is credited again. Newer deposit requests are matched below.`}
    </Notice>
  );
}
