interface Operation {
  readonly description?: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly responses: Readonly<Record<string, ApiResponse>>;
}

interface ApiResponse {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, unknown>>;
}

/** What this package reads of openapi.json. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, object>>;
    readonly responses: Readonly<Record<string, ApiResponse>>;
  };
}

/**
 * The document as a program needs it: only the calls that API keys may make, with an idempotency key
 * wherever a call takes one, since the server demands it of programs. Errors are thrown, not returned.
 */
export function programDocument(document: ApiDocument): ApiDocument {
  const { parameters } = document.components;
  return {
    ...document,
    paths: mapOperations(document, (operation) => ({
      ...operation,
      ...(operation.description && { description: withoutLiveEvents(operation.description) }),
      responses: successesOf(operation),
    })),
    components: {
      ...document.components,
      parameters: {
        ...parameters,
        IdempotencyKey: { ...parameters["IdempotencyKey"], required: true },
      },
    },
  };
}

/** Every error code that one of these calls can give, sorted. */
export function errorCodesForPrograms(document: ApiDocument): string[] {
  const codes = new Set<string>();
  mapOperations(document, (operation) => {
    for (const { $ref } of Object.values(operation.responses)) {
      const response = document.components.responses[$ref?.split("/").at(-1) ?? ""];
      // Each error response narrows `code` to the codes of its calls.
      for (const [, list = "[]"] of JSON.stringify(response ?? {}).matchAll(/"enum":(\[[^\]]*\])/g))
        for (const code of JSON.parse(list) as string[]) codes.add(code);
    }
    return operation;
  });
  return [...codes].toSorted();
}

function mapOperations(
  { paths }: ApiDocument,
  change: (operation: Operation) => Operation,
): ApiDocument["paths"] {
  return Object.fromEntries(
    Object.entries(paths).flatMap(([path, operations]) => {
      const open = Object.entries(operations)
        .filter(([, { security }]) => security?.some((one) => "apiKey" in one))
        .map(([method, operation]) => [method, change(operation)] as const);
      return open.length > 0 ? [[path, Object.fromEntries(open)]] : [];
    }),
  );
}

function successesOf({ responses }: Operation): Operation["responses"] {
  return Object.fromEntries(
    Object.entries(responses)
      .filter(([status]) => status.startsWith("2"))
      .map(([status, response]) => [status, withBinaryFiles(response)]),
  );
}

/** A PDF is bytes, not text. */
function withBinaryFiles(response: ApiResponse): ApiResponse {
  if (!response.content?.["application/pdf"]) return response;
  return {
    ...response,
    content: { "application/pdf": { schema: { type: "string", format: "binary" } } },
  };
}

/** Programs follow events; the console's live updates are closed to them. */
function withoutLiveEvents(description: string): string {
  return description.replace(/ ?Request it again after a live event that names [^.]*\./, "");
}
