/** Writes JSON with `bigint` as plain numbers, as nodes write amounts and clients read them. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? rawNumber(one) : one))

// Not in this TypeScript's library yet. @source https://tc39.es/proposal-json-parse-with-source/
const rawNumber = (value: bigint): unknown =>
  (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON(value.toString())
