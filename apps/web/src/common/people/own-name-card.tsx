import { Pencil } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { t } from "../../language.ts";
import { useUser } from "../../api/session.ts";
import { currentViewing } from "../../api/viewing.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";

const OwnNameDialog = lazy(async () => ({
  default: (await import("./own-name-dialog.tsx")).OwnNameDialog,
}));

/** The person's own name, with what changes it. The page has a `SignatureHost`. */
export function OwnNameCard() {
  const name = useUser()?.name ?? "";
  const [isOpen, setIsOpen] = useState<boolean>();
  return (
    <Card className="flex items-center gap-3 p-4">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="text-dense text-muted">{t`Your name`}</p>
        <p className="font-medium break-words">{name}</p>
      </div>
      {!currentViewing() && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={t`Change your name`}
          onClick={() => setIsOpen(true)}
        >
          <Pencil aria-hidden />
          {t`Change`}
        </Button>
      )}
      <Suspense>
        {isOpen !== undefined && (
          <OwnNameDialog key={name} name={name} open={isOpen} onClose={() => setIsOpen(false)} />
        )}
      </Suspense>
    </Card>
  );
}
