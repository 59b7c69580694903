import { useEffect, useState } from "react";
import { t } from "../../language.ts";
import { ApiError, messageOf } from "../../api/api-error.ts";

interface DuePreview<Preview> {
  /** Of the last form that had no wrong field. */
  readonly preview: Preview | undefined;
  readonly isCurrent: boolean;
  readonly problem: string | undefined;
}

const waitMs = 350;

/**
 * The due days of a form as the server computes them, once the person pauses.
 * @param form undefined while a field is wrong.
 * @param load stays the same between renders.
 * @param onFields gets the server's messages by field.
 */
export function useDuePreview<Form, Preview>(
  form: Form | undefined,
  load: (form: Form) => Promise<Preview>,
  onFields: (fields: Readonly<Record<string, string>>) => void,
): DuePreview<Preview> {
  const [loaded, setLoaded] = useState<{ key: string; preview: Preview }>();
  const [problem, setProblem] = useState<string>();
  const key = form ? JSON.stringify(form) : "";

  useEffect(() => {
    // They are about the form as it was.
    onFields({});
    if (!key) return undefined;
    let isNewest = true;
    async function read() {
      try {
        const preview = await load(JSON.parse(key) as Form);
        if (!isNewest) return;
        setLoaded({ key, preview });
        setProblem(undefined);
      } catch (error) {
        if (!isNewest) return;
        setLoaded(undefined);
        const fields = error instanceof ApiError ? error.fields : {};
        const isInField = Object.keys(fields).length > 0;
        if (isInField) onFields(fields);
        setProblem(isInField ? undefined : messageOf(error, t`The due days could not be loaded.`));
      }
    }
    const timer = setTimeout(() => void read(), waitMs);
    return () => {
      isNewest = false;
      clearTimeout(timer);
    };
  }, [key, load, onFields]);

  return { preview: key ? loaded?.preview : undefined, isCurrent: loaded?.key === key, problem };
}
