import { scopes, scopeSentences } from "@rokad/contract/scopes";
import { translateText } from "../answers.ts";
import { t } from "../language.ts";
import { Card, CardHeader } from "../ui/card.tsx";

/** What each scope allows. */
export function ScopesCard() {
  return (
    <Card>
      <CardHeader
        ruled
        title={t`What a key may do`}
        description={t`Each scope opens these calls only`}
      />
      <dl className="divide-y divide-line text-sm">
        {scopes.map((scope) => (
          <div key={scope} className="px-5 py-3">
            <dt className="font-mono text-dense">{scope}</dt>
            <dd className="mt-0.5 text-dense text-muted">{translateText(scopeSentences[scope])}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
