import type { OwnAccount } from "@rokad/contract/receiving-accounts";
import { t } from "../super-admin-language.ts";
import { nameOfAccount } from "../common/bank-details/name-of-account.ts";
import { FileDrop } from "../common/files/file-drop.tsx";
import { Card, CardBody } from "../ui/card.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { Select } from "../ui/select.tsx";

interface ChooseFileProps {
  /** The receiving accounts, of which one is that of the statement. */
  accounts: readonly OwnAccount[];
  account: OwnAccount | undefined;
  onAccount: (id: string) => void;
  /** The name of the file that is being read. */
  reading: string | undefined;
  problem: string | undefined;
  onFile: (file: File) => void;
}

/** The account of the statement, and its file. */
export function ChooseFile(props: ChooseFileProps) {
  const { accounts, account, onAccount, reading, problem, onFile } = props;
  return (
    <>
      {problem && (
        <div role="alert">
          <Notice tone="bad" title={t`This file can't be imported`}>
            {problem}
          </Notice>
        </div>
      )}
      {accounts.length > 1 && (
        <Card>
          <CardBody>
            <Field
              label={t`Receiving account`}
              required
              hint={t`The account of the statement, active or not`}
              className="md:w-110"
            >
              <Select
                options={accounts.map((one) => ({
                  value: one.id,
                  label: nameOfAccount(one),
                  ...(!one.is_active && { hint: "inactive" }),
                }))}
                value={account?.id ?? null}
                onValueChange={onAccount}
                disabled={reading !== undefined}
              />
            </Field>
          </CardBody>
        </Card>
      )}
      <FileDrop
        label={t`Statement file`}
        title={t`Drop the bank statement here`}
        hint={t`CSV or XLSX from the bank, up to 10 MB and 50,000 lines.`}
        reading={reading}
        readingTitle={t`Reading the statement…`}
        onFile={onFile}
      />
    </>
  );
}
