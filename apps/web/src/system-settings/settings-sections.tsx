import { Search } from "lucide-react";
import { useState, type ReactNode } from "react";
import { t } from "../super-admin-language.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Field } from "../ui/field.tsx";
import { hasWords } from "../ui/has-words.ts";
import { Section } from "../ui/section.tsx";
import { TextInput } from "../ui/text-input.tsx";

interface SettingsPart {
  readonly id: string;
  /** What the part says: titles, names and rules of its settings. */
  readonly text: string;
  readonly content: ReactNode;
}

export interface SettingsSection {
  readonly id: string;
  readonly title: string;
  /** Side by side where there is room. */
  readonly columns: readonly (readonly SettingsPart[])[];
}

interface SettingsSectionsProps {
  sections: readonly SettingsSection[];
  search: string;
  onSearch: (search: string) => void;
}

/** The settings under headings, with links to each, and only those parts in which the search is found. */
export function SettingsSections({ sections, search, onSearch }: SettingsSectionsProps) {
  const [text, setText] = useState(search);
  const [applied, setApplied] = useState(search);
  // Back or a link changed the address.
  if (applied !== search) {
    setApplied(search);
    setText(search);
  }

  function find(next: string): void {
    setText(next);
    setApplied(next.trim());
    onSearch(next.trim());
  }

  const found = sections.flatMap(({ title, columns, ...section }) => {
    const matching = columns
      .map((parts) => parts.filter((part) => hasWords(`${title} ${part.text}`, text)))
      .filter((parts) => parts.length > 0);
    return matching.length > 0 ? [{ ...section, title, columns: matching }] : [];
  });
  return (
    <>
      <div className="grid gap-3">
        <form role="search" className="sm:w-80" onSubmit={(event) => event.preventDefault()}>
          <Field label={t`Search`}>
            <TextInput
              type="search"
              leading={<Search />}
              placeholder={t`Fee, OTP, SMTP …`}
              value={text}
              onChange={(event) => find(event.target.value)}
            />
          </Field>
        </form>
        <nav aria-label={t`Sections of the settings`} className="flex flex-wrap gap-2">
          {found.map(({ id, title }) => (
            <a
              key={id}
              href={`#${id}`}
              className="rounded-full border border-line bg-surface px-3 py-1.5 text-dense text-muted hover:text-text focus-ring"
            >
              {title}
            </a>
          ))}
        </nav>
      </div>
      {found.length === 0 && (
        <Card>
          <EmptyState
            icon={<Search />}
            title={t`No setting found`}
            description={t`Nothing on this page contains “${text.trim()}”.`}
            action={
              <Button variant="secondary" onClick={() => find("")}>
                {t`Clear search`}
              </Button>
            }
          />
        </Card>
      )}
      {found.map(({ id, title, columns }) => (
        <Section key={id} id={id} title={title} className="scroll-mt-20">
          <div className={columns.length > 1 ? "grid items-start gap-4 lg:grid-cols-2" : "grid"}>
            {columns.map((parts) => (
              <div key={parts[0]?.id} className="grid min-w-0 gap-4">
                {parts.map((part) => (
                  <div key={part.id} className="grid min-w-0 gap-4">
                    {part.content}
                  </div>
                ))}
              </div>
            ))}
          </div>
        </Section>
      ))}
    </>
  );
}
