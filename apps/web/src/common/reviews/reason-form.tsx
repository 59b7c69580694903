import { rejectionBody } from "@rokad/contract/reviews";
import { limits } from "@rokad/contract/limits";
import type { ReactNode, RefCallback } from "react";
import { t } from "../../super-admin-language.ts";
import { useContractForm } from "../../api/use-contract-form.ts";
import { Button } from "../../ui/button.tsx";
import { DialogBody, DialogFooter } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Textarea } from "../../ui/textarea.tsx";

interface ReasonFormProps {
  /** The effect of the decision. */
  children?: ReactNode;
  hint: string;
  /** Common reasons. */
  reasons: readonly string[];
  label: string;
  busyLabel: string;
  busy: boolean;
  problem: ReactNode;
  onReason: (reason: string) => Promise<void>;
  onBack: () => void;
  nameFirst: RefCallback<HTMLElement>;
}

/** The reason of a rejection or revocation. */
export function ReasonForm(props: ReasonFormProps) {
  const { busy, nameFirst, onReason } = props;
  const { register, handleSubmit, formState, setValue } = useContractForm(rejectionBody, {
    defaultValues: { reason: "" },
  });
  const field = register("reason");
  return (
    <form
      noValidate
      className="contents"
      onSubmit={(event) => void handleSubmit(({ reason }) => onReason(reason))(event)}
    >
      <DialogBody className="grid gap-4">
        {props.children}
        <Field
          label={t`Reason`}
          required
          hint={props.hint}
          error={formState.errors.reason?.message}
        >
          <Textarea
            {...field}
            ref={(area) => {
              field.ref(area);
              nameFirst(area);
            }}
            rows={2}
            maxLength={limits.reasonCharsMax}
          />
        </Field>
        <div className="flex flex-wrap gap-2">
          {props.reasons.map((words) => (
            <Button
              key={words}
              variant="secondary"
              size="sm"
              onClick={() => setValue("reason", words, { shouldValidate: true })}
            >
              {words}
            </Button>
          ))}
        </div>
        {props.problem}
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={props.onBack} disabled={busy}>
          {t`Cancel`}
        </Button>
        <Button variant="danger" type="submit" busy={busy} busyLabel={props.busyLabel}>
          {props.label}
        </Button>
      </DialogFooter>
    </form>
  );
}
