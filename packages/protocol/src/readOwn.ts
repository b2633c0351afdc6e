/**
 * Looks a key up that somebody else chose: `__proto__` and `constructor` are in every plain object, and in no table.
 *
 * @returns undefined when the table has no such entry of its own
 */
export const readOwn = <value>(
  table: Readonly<Record<string, value>>,
  key: string,
): value | undefined => (Object.hasOwn(table, key) ? table[key] : undefined)
