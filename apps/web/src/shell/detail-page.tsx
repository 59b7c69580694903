import { Link } from "@tanstack/react-router";
import { ArrowLeft, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { capitalise } from "../ui/capitalise.ts";
import { t } from "../language.ts";
import { ApiError, messageOf } from "../api/api-error.ts";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { FullPage } from "./full-page.tsx";
import type { MenuEntry } from "./menu.ts";

/** The page that lists what a detail page shows one of. */
export interface ListPage {
  readonly to: MenuEntry["to"];
  readonly name: string;
}

export function BackLink({ to, name }: ListPage) {
  return (
    <Link
      to={to}
      className="inline-flex items-center gap-1.5 text-dense text-muted underline-offset-4 hover:text-text hover:underline"
    >
      <ArrowLeft aria-hidden className="size-3.5" />
      {name}
    </Link>
  );
}

interface DetailColumnsProps {
  wide: ReactNode;
  narrow: ReactNode;
  /** While it loads. */
  busy?: true;
}

const columnClass = "grid grid-cols-[minmax(0,1fr)] gap-4";

/** The cards of a detail page: a wide column, and a narrow one that follows it on a phone. */
export function DetailColumns({ wide, narrow, busy }: DetailColumnsProps) {
  return (
    <div
      aria-busy={busy}
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]"
    >
      <div className={columnClass}>{wide}</div>
      <div className={columnClass}>{narrow}</div>
    </div>
  );
}

interface DetailFallbackProps {
  /** What the page shows, as inside a sentence: "payment request". */
  thing: string;
  list: ListPage;
  /** Shown also for another business's and for an invalid id. */
  notFound: string;
  /** The cards of each column: as tall as the loaded page, so that the footer does not shift. */
  skeleton: { readonly cards: number; readonly lines: number };
  answer: {
    readonly error?: Error | undefined;
    readonly isValidating: boolean;
    mutate(): Promise<unknown>;
  };
}

/** A detail page without its data: still loading, not found, or failed. */
export function DetailFallback({ thing, list, notFound, skeleton, answer }: DetailFallbackProps) {
  const { error, isValidating, mutate } = answer;
  const name = capitalise(thing);
  if (!error) return <Loading list={list} skeleton={skeleton} />;
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    return (
      <FullPage
        inShell
        icon={<SearchX />}
        title={t`${name} not found`}
        description={t`${notFound} Check the link.`}
        actions={
          <Link to={list.to} className={buttonClass()}>
            {t`Go to ${list.name}`}
          </Link>
        }
      />
    );
  }
  return (
    <>
      <PageHeader back={<BackLink {...list} />} title={name} />
      <Card>
        <ErrorPanel
          message={t`Failed to load the ${thing}`}
          detail={messageOf(error, "")}
          onRetry={() => void mutate()}
          busy={isValidating}
        />
      </Card>
    </>
  );
}

function Loading({ list, skeleton }: Pick<DetailFallbackProps, "list" | "skeleton">) {
  return (
    <>
      <PageHeader
        back={<BackLink {...list} />}
        title={<Skeleton className="h-7 w-40" />}
        description={<Skeleton className="mt-2 h-3.5 w-56" />}
        actions={<Skeleton className="h-10 sm:w-44" />}
      />
      <DetailColumns
        busy
        wide={<SkeletonCards {...skeleton} />}
        narrow={<SkeletonCards {...skeleton} />}
      />
    </>
  );
}

function SkeletonCards({ cards, lines }: DetailFallbackProps["skeleton"]) {
  return Array.from({ length: cards }, (_, card) => (
    <Card key={card} className="grid gap-4 p-5">
      <Skeleton className="h-4 w-24" />
      {Array.from({ length: lines }, (__, line) => (
        <Skeleton key={line} className="h-3.5 w-full" />
      ))}
    </Card>
  ));
}
