/** Replaces each `{name}` in a message by its value; one without a value stays. */
export function fillMessage(
  message: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return message.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
