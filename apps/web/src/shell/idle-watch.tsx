import { reportActivity } from "@rokad/contract/sessions";
import { logout } from "@rokad/contract/sign-in";
import { useEffect, useMemo, useRef, useState } from "react";
import { t } from "../language.ts";
import { lastActiveMs, markActive } from "../api/activity.ts";
import { send } from "../api/client.ts";
import { endSession } from "../api/session.ts";
import { saveSignOutReason } from "../api/sign-out-reason.ts";
import { readTokens } from "../api/tokens.ts";
import { createIdleWatch } from "../api/watch-idle.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";

const activities = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;

/** Signs a person out after this time without activity, with a dialog one minute before. */
export function IdleWatch({ minutes }: { minutes: number }) {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  const stayButton = useRef<HTMLButtonElement>(null);
  const watch = useMemo(
    () =>
      createIdleWatch({
        limitMs: minutes * 60_000,
        now: Date.now,
        lastActiveMs,
        // A press on "Sign Out" must not leave its time behind for the next person.
        markActive: () => readTokens() && markActive(),
        report: () => void report(),
        onWarning: setSecondsLeft,
        onIdle: () => void signOutIdle(minutes),
      }),
    [minutes],
  );

  useEffect(() => {
    const stopped = new AbortController();
    const { signal } = stopped;
    for (const name of activities) addEventListener(name, watch.act, { signal, passive: true });
    // After a sleep, before the first press counts.
    document.addEventListener("visibilitychange", watch.tick, { signal });
    const timer = setInterval(watch.tick, 1_000);
    return () => {
      stopped.abort();
      clearInterval(timer);
    };
  }, [watch]);

  return (
    <Dialog
      open={secondsLeft !== null}
      onOpenChange={watch.stay}
      outsideCloses={false}
      initialFocus={stayButton}
      size="sm"
      title={t`Are you still there?`}
    >
      <DialogBody className="text-sm">
        <p>
          {t`You will be signed out in ${<span className="font-medium tabular-nums">{clockTime(secondsLeft ?? 0)}</span>}.`}
        </p>
      </DialogBody>
      <DialogFooter>
        <Button ref={stayButton} onClick={watch.stay}>
          {t`Stay signed in`}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

const clockTime = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** The next minute reports again; a session that is over is left by the client. */
async function report(): Promise<void> {
  await send(reportActivity, {}, { asSelf: true }).catch(() => undefined);
}

/** An unreachable server ends the session two minutes later. */
async function signOutIdle(minutes: number): Promise<void> {
  const refreshToken = readTokens()?.refresh;
  // Before the server ends the session, because then other requests leave for the sign-in page too.
  saveSignOutReason({ code: "SESSION_IDLE", minutes });
  const body = { is_idle: true, ...(refreshToken && { refresh_token: refreshToken }) };
  const ended = send(logout, { body }).catch(() => undefined);
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 2_000))]);
  endSession("SESSION_IDLE", minutes);
}
