/**
 * Looks up a key that comes from outside: every plain object also has `__proto__` and `constructor`.
 *
 * @returns undefined if the table has no own entry for the key
 */
export const readOwn = <value>(
  table: Readonly<Record<string, value>>,
  key: string,
): value | undefined => (Object.hasOwn(table, key) ? table[key] : undefined)
