import type { AuditEntry } from "@rokad/contract/security-log";
import { Link } from "@tanstack/react-router";
import { superAdminPaths } from "../paths.ts";
import { buttonClass } from "../ui/button.tsx";
import { wordsOfKey } from "./act-words.ts";

/** Where each kind of subject is looked after. */
const pages: Readonly<Record<string, string>> = {
  tenant: superAdminPaths.tenants,
  deposit: superAdminPaths.deposits,
  statement: superAdminPaths.deposits,
  bank_account: superAdminPaths.bankAccounts,
  setting: superAdminPaths.settings,
  provider: superAdminPaths.paymentGateway,
  job: superAdminPaths.activity,
};

type Subject = NonNullable<AuditEntry["subject"]>;

/** What it was done to: its kind, and its name or the end of its id. */
export function SubjectCell({ subject, after }: Pick<AuditEntry, "subject" | "after">) {
  const mobile = after?.["mobile"];
  if (subject)
    return <TwoLines first={subject.name ?? shortId(subject)} second={wordsOfKey(subject.kind)} />;
  if (typeof mobile === "string") return <TwoLines first={mobile} second="No account" />;
  return <span className="text-muted">—</span>;
}

function TwoLines({ first, second }: { first: string; second: string }) {
  return (
    <>
      <span className="block truncate max-md:inline">{first}</span>{" "}
      <span className="text-xs text-muted">{second}</span>
    </>
  );
}

/** The way to the page where the subject is looked after. */
export function SubjectLink({ subject }: { subject: Subject }) {
  const page = Object.hasOwn(pages, subject.kind) ? pages[subject.kind] : undefined;
  const words = subject.name ?? shortId(subject);
  if (!page) return words;
  return (
    <Link to={page} className={buttonClass({ variant: "link", size: "text" })}>
      {words}
    </Link>
  );
}

/** Ids of one time begin alike, so their ends tell them apart; names stay whole. */
function shortId({ id }: Subject): string {
  return /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(id) ? `…${id.slice(-8)}` : id;
}
