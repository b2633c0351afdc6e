import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { inCode, type LimitTable, resolveLimits } from './limits.ts'
import { sharedLimits } from './sharedLimits.ts'

/**
 * Checks a server's configuration: each limit has the default that the README names, is set by its variable alone, and
 * an invalid value is refused with a message that names the variable.
 * @param read - gives the limits of a configuration that is good but for these variables
 * @param readme - the file with the table of the server's limits
 */
export async function checkVariables(
  table: LimitTable,
  read: (env: Record<string, string>) => Promise<unknown>,
  readme: URL,
): Promise<void> {
  const defaults = resolveLimits(table)
  const held = async (env: Record<string, string>) =>
    resolveLimits(table, (await read(env)) as Record<string, number>)
  expect(await held({})).toEqual(defaults)
  const limits = Object.entries(table)
  const documented = await readFile(readme, 'utf8')
  for (const [name, { default: written, unit, variable }] of limits)
    if (!Object.hasOwn(sharedLimits, name))
      expect(documented).toMatch(
        new RegExp(`^\\| \`${variable}\` \\|[^|]+\\| \`${written}\` ${unit}( |$)`, 'm'),
      )
  expect(new Set(limits.map(([, { variable }]) => variable)).size).toBe(limits.length)
  for (const [name, limit] of limits) {
    const { min = 1, max = 1e9, variable, windowMs } = limit
    expect(variable).toMatch(/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/)
    const written = limit.default === max ? min : limit.default + 1
    const value = inCode(limit, written)
    expect(await held({ [variable]: String(written) })).toEqual({
      ...defaults,
      [name]: windowMs === undefined ? value : { limit: value, windowMs },
    })
    for (const bad of [String(min - 1), String(max + 1), '1.5', '-7', '1e3', 'unlimited'])
      await expect(read({ [variable]: bad }), `${variable}=${bad}`).rejects.toThrow(
        new RegExp(`^The environment is not valid:\n  ${variable} must be [^\n]+$`),
      )
  }
}
