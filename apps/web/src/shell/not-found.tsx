import { Link } from "@tanstack/react-router";
import { Compass } from "lucide-react";
import { t } from "../language.ts";
import { paths } from "../paths.ts";
import { buttonClass } from "../ui/button.tsx";
import { FullPage } from "./full-page.tsx";

export function NotFound() {
  return (
    <FullPage
      icon={<Compass />}
      title={t`Not Found`}
      description={t`This page does not exist. It may have moved, or the link may be wrong.`}
      actions={
        <Link to={paths.home} className={buttonClass()}>
          {t`Go to the dashboard`}
        </Link>
      }
    />
  );
}
