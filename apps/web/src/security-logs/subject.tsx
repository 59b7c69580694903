import type { AuditEntry } from "@rokad/contract/security-log";
import { Link } from "@tanstack/react-router";
import { t } from "../super-admin-language.ts";
import { TenantLink } from "../common/people/tenant-link.tsx";
import { superAdminPaths } from "../paths.ts";
import { buttonClass } from "../ui/button.tsx";
import { keyLabel, subjectName } from "./describe-entry.ts";

/** The page that manages each kind of subject. */
const pages: Readonly<Record<string, string>> = {
  deposit: superAdminPaths.deposits,
  statement: superAdminPaths.deposits,
  bank_account: superAdminPaths.bankAccounts,
  setting: superAdminPaths.settings,
  provider: superAdminPaths.paymentGateway,
  job: superAdminPaths.activity,
};

type Subject = NonNullable<AuditEntry["subject"]>;

/** The action's subject: its kind, and its name or the end of its ID. */
export function SubjectCell({ subject, after }: Pick<AuditEntry, "subject" | "after">) {
  const mobile = after?.["mobile"];
  if (subject) return <TwoLines first={subjectName(subject)} second={keyLabel(subject.kind)} />;
  if (typeof mobile === "string") return <TwoLines first={mobile} second={t`No account`} />;
  return <span className="text-muted">—</span>;
}

function TwoLines({ first, second }: { first: string; second: string }) {
  return (
    <>
      <span className="block truncate max-md:inline max-md:whitespace-normal" title={first}>
        {first}
      </span>{" "}
      <span className="text-xs text-muted">{second}</span>
    </>
  );
}

/** A link to the page that manages the subject. */
export function SubjectLink({ subject }: { subject: Subject }) {
  if (subject.kind === "tenant")
    return <TenantLink tenant={{ id: subject.id, name: subjectName(subject) }} />;
  const page = Object.hasOwn(pages, subject.kind) ? pages[subject.kind] : undefined;
  const name = subjectName(subject);
  if (!page) return name;
  return (
    <Link to={page} className={buttonClass({ variant: "link", size: "text" })}>
      {name}
    </Link>
  );
}
