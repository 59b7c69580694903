import { Link } from "@tanstack/react-router";
import { Compass } from "lucide-react";
import { paths } from "../paths.ts";
import { buttonClass } from "../ui/button.tsx";
import { FullPage } from "./full-page.tsx";

export function NotFound() {
  return (
    <FullPage
      icon={<Compass />}
      title="Not Found"
      description="There is no page at this address. It may have moved, or the link has a typing mistake."
      actions={
        <Link to={paths.home} className={buttonClass()}>
          Go to the dashboard
        </Link>
      }
    />
  );
}
