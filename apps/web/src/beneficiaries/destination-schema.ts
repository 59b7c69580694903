interface DestinationValues {
  readonly method?: string;
  readonly upi_id?: unknown;
  readonly account_number?: unknown;
  readonly ifsc_code?: unknown;
}

/** The selected method's fields; what was typed for the other one stays in the form. */
function selectDestinationFields(destination: DestinationValues): object {
  const { upi_id, account_number, ifsc_code, method } = destination;
  return method === "upi" ? { method, upi_id } : { method, account_number, ifsc_code };
}

export const blankDestination = {
  method: "imps",
  account_number: "",
  ifsc_code: "",
  upi_id: "",
} as const;

interface StandardSchema {
  readonly "~standard": { readonly validate: (values: unknown) => unknown };
}

/** A contract's schema, applied to the selected method's fields only. */
export function withSelectedDestination<Schema extends StandardSchema>(schema: Schema): Schema {
  const validate = (values: unknown) => {
    const { destination, ...rest } = values as { destination: DestinationValues };
    return schema["~standard"].validate({
      ...rest,
      destination: selectDestinationFields(destination),
    });
  };
  return { ...schema, "~standard": { ...schema["~standard"], validate } };
}
