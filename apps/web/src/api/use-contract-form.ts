import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import {
  useForm,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
} from "react-hook-form";
import { ApiError } from "./api-error.ts";

type Schema<Fields extends FieldValues, Output extends FieldValues> = Parameters<
  typeof standardSchemaResolver<Fields, unknown, Output>
>[0];

/**
 * The initial values of a form. A field without an empty value, such as an amount, is undefined:
 * cleared again it then counts as unchanged.
 */
export type BlankForm<Fields extends FieldValues> = {
  [Name in keyof Fields]?: Fields[Name] | undefined;
};

/**
 * A form on one of the contract's schemas. It shows the server's own messages: on leaving a field,
 * then at every key. The submitted values have the server's types.
 */
export function useContractForm<Fields extends FieldValues, Output extends FieldValues>(
  schema: Schema<Fields, Output>,
  { defaultValues }: { defaultValues: BlankForm<NoInfer<Fields>> },
): UseFormReturn<Fields, unknown, Output> {
  return useForm<Fields, unknown, Output>({
    mode: "onTouched",
    resolver: standardSchemaResolver(schema),
    defaultValues: defaultValues as DefaultValues<Fields>,
  });
}

/** Shows the server's field messages under their fields; true when there were any. */
export function showFieldErrors<Fields extends FieldValues>(
  form: UseFormReturn<Fields, unknown, FieldValues>,
  error: unknown,
): boolean {
  if (!(error instanceof ApiError)) return false;
  const fields = Object.entries(error.fields);
  for (const [name, message] of fields) {
    form.setError(name as FieldPath<Fields>, { type: "server", message });
  }
  return fields.length > 0;
}
