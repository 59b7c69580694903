import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import {
  useForm,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
} from "react-hook-form";
import { ApiError } from "./api-error.ts";

type Schema<Fields extends FieldValues, Order extends FieldValues> = Parameters<
  typeof standardSchemaResolver<Fields, unknown, Order>
>[0];

/**
 * A form before anyone touched it. What has no blank of its own, such as an amount, is named as
 * undefined: a field that was filled and emptied again then counts as unchanged.
 */
export type BlankForm<Fields extends FieldValues> = {
  [Name in keyof Fields]?: Fields[Name] | undefined;
};

/**
 * A form on one of the contract's schemas: the browser says what the server would say, under a
 * field that was touched and then at every key, and what is submitted has the server's types.
 */
export function useContractForm<Fields extends FieldValues, Order extends FieldValues>(
  schema: Schema<Fields, Order>,
  { defaultValues }: { defaultValues: BlankForm<NoInfer<Fields>> },
): UseFormReturn<Fields, unknown, Order> {
  return useForm<Fields, unknown, Order>({
    mode: "onTouched",
    resolver: standardSchemaResolver(schema),
    defaultValues: defaultValues as DefaultValues<Fields>,
  });
}

/** Puts what the server said about single fields under them; true when it said anything. */
export function showServerFields<Fields extends FieldValues>(
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
