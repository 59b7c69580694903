import { resumeForm, resumeProvider, type Rail } from "@rokad/contract/gateway";
import { providerNames } from "@rokad/contract/tenants";
import { send } from "../api/client.ts";
import { ReasonDialog } from "./reason-dialog.tsx";
import { payoutsWord, sumWords } from "./sum-words.ts";

interface ResumeDialogProps {
  rail: Rail;
  open: boolean;
  onClose: () => void;
  onDone: () => void;
}

export function ResumeDialog({ rail, open, onClose, onDone }: ResumeDialogProps) {
  const name = providerNames[rail.id];
  const { waiting } = rail;

  async function resume(reason: string): Promise<string> {
    const { data } = await send(resumeProvider, { params: { id: rail.id }, body: { reason } });
    onDone();
    return data.waiting.count === 0
      ? `${name} is resumed`
      : `${name} is resumed; ${payoutsWord(data.waiting.count)} ${data.waiting.count === 1 ? "goes" : "go"} out now`;
  }

  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      title={`Resume ${name}?`}
      schema={resumeForm}
      required={false}
      placeholder="What has changed"
      submit={{
        label:
          waiting.count > 0 ? `Resume and send ${payoutsWord(waiting.count)}` : `Resume ${name}`,
        busy: "Resuming...",
        variant: "primary",
      }}
      onSubmit={resume}
    >
      <p className="text-sm">
        {waiting.count > 0
          ? `Going out at once, oldest first, each sent once: ${sumWords(waiting)}.`
          : "Nothing waits. New payouts are sent at once."}
      </p>
    </ReasonDialog>
  );
}
