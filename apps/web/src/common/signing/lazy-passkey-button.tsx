import { lazy, Suspense, type ComponentProps } from "react";
import type { PasskeyButton } from "./passkey-button.tsx";

const LoadedButton = lazy(async () => ({
  default: (await import("./passkey-button.tsx")).PasskeyButton,
}));

/** The button, whose code loads after the page's. */
export function LazyPasskeyButton(props: ComponentProps<typeof PasskeyButton>) {
  return (
    <Suspense>
      <LoadedButton {...props} />
    </Suspense>
  );
}
