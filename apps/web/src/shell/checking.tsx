import { Spinner } from "../ui/spinner.tsx";
import { FullPage } from "./full-page.tsx";

export function CheckingAuthentication() {
  return (
    <div role="status">
      <FullPage icon={<Spinner className="size-5" />} title="Checking Authentication..." />
    </div>
  );
}
