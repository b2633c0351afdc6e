import { readFile } from 'node:fs/promises'
import * as v from 'valibot'

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads variables by their schemas. `X_FILE` names a file that holds the value of `X`; an empty variable counts as unset.
 *
 * @param variables - one schema a variable; those of `variables.ts` say what to write instead
 * @throws Error that names each variable that is wrong, and what to write instead; never a value
 */
export async function readEnvironment<const variables extends v.ObjectEntries>(
  variables: variables,
  env: Environment,
): Promise<v.InferOutput<v.ObjectSchema<variables, undefined>>> {
  const values: Record<string, string | undefined> = {}
  // Present though undefined: then the schema's own words say what is missing, not the object's.
  for (const name of Object.keys(variables)) values[name] = await readVariable(name, env)
  const parsed = v.safeParse(v.object(variables), values)
  if (parsed.success) return parsed.output
  const lines = parsed.issues.map((issue) => `  ${v.getDotPath(issue)} ${wordsOf(issue)}`)
  throw new Error(`The environment is not valid:\n${lines.join('\n')}`)
}

async function readVariable(name: string, env: Environment): Promise<string | undefined> {
  // An empty variable is how compose files and unit files say that one is not set.
  const [value, file] = [env[name] || undefined, env[`${name}_FILE`] || undefined]
  if (file === undefined) return value
  if (value !== undefined)
    throw new Error(`Both ${name} and ${name}_FILE are set: unset one of them.`)
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(`${name}_FILE names ${file}, which can not be read.`, { cause })
  })
  return text.trim() || undefined
}

/** The library's own words quote what was received, and that may be a secret. */
function wordsOf(issue: v.BaseIssue<unknown>): string {
  if (!issue.message.includes(issue.received)) return issue.message
  return issue.input === undefined ? 'is missing' : 'is not valid'
}
