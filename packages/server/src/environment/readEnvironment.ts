import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { type LimitTable, limitVariables, readLimits } from '../limits/limits.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads variables by their schemas. `X_FILE` names a file that holds the value of `X`; an empty variable counts as unset.
 *
 * @param variables - a schema per variable; the messages of those in `variables.ts` name the expected value
 * @param table - limits, whose variables are read as well. @default none
 * @returns the parsed values by variable, and the limits by their names in the code
 * @throws Error that lists every invalid variable with the expected value; it never contains the actual value
 */
export async function readEnvironment<
  const variables extends v.ObjectEntries,
  table extends LimitTable = Record<never, never>,
>(
  variables: variables,
  env: Environment,
  table = {} as table,
): Promise<
  v.InferOutput<v.ObjectSchema<variables, undefined>> & {
    limits: { readonly [name in keyof table]: number }
  }
> {
  const all = { ...variables, ...limitVariables(table) }
  const values: Record<string, string | undefined> = {}
  // Set the property even when undefined, so that the schema's own message is used.
  for (const name of Object.keys(all)) values[name] = await readVariable(name, env)
  const parsed = v.safeParse(v.object(all), values)
  if (parsed.success) return { ...parsed.output, limits: readLimits(table, parsed.output) } as never
  const lines = parsed.issues.map((issue) => `  ${v.getDotPath(issue)} ${messageOf(issue)}`)
  throw new Error(`The environment is not valid:\n${lines.join('\n')}`)
}

async function readVariable(name: string, env: Environment): Promise<string | undefined> {
  // Compose files and unit files express "not set" as an empty variable.
  const [value, file] = [env[name] || undefined, env[`${name}_FILE`] || undefined]
  if (file === undefined) return value
  if (value !== undefined)
    throw new Error(`Both ${name} and ${name}_FILE are set: unset one of them.`)
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(`${name}_FILE names ${file}, which can not be read.`, { cause })
  })
  return text.trim() || undefined
}

/** Returns an issue's message. Not the library's default, which quotes the received value, perhaps a secret. */
function messageOf(issue: v.BaseIssue<unknown>): string {
  if (!issue.message.includes(issue.received)) return issue.message
  return issue.input === undefined ? 'is missing' : 'is not valid'
}
