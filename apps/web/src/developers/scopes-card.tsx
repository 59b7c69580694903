import { scopes, scopeSentences } from "@rokad/contract/scopes";
import { Card, CardHeader } from "../ui/card.tsx";

/** What each scope allows. */
export function ScopesCard() {
  return (
    <Card>
      <CardHeader ruled title="What a key may do" description="Each scope opens these calls only" />
      <dl className="divide-y divide-line text-sm">
        {scopes.map((scope) => (
          <div key={scope} className="px-5 py-3">
            <dt className="font-mono text-dense">{scope}</dt>
            <dd className="mt-0.5 text-dense text-muted">{scopeSentences[scope]}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
