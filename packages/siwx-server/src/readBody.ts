import { FoyerError } from '@foyer/protocol'
import * as v from 'valibot'

/** The longest body, bytes: a signature of a contract can be long. */
const mostBytes = 100_000

/**
 * Reads a JSON body by its schema.
 *
 * @throws FoyerError `params-invalid`
 */
export async function readBody<schema extends v.GenericSchema>(
  request: Request,
  schema: schema,
): Promise<v.InferOutput<schema>> {
  const parsed = v.safeParse(schema, await readJson(request))
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new FoyerError('params-invalid', {
    details: `${v.getDotPath(issue) ?? 'body'}: ${issue.message}`,
  })
}

async function readJson({ body }: Request): Promise<unknown> {
  const parts: string[] = []
  const decoder = new TextDecoder()
  let left = mostBytes
  for await (const chunk of body ?? []) {
    left -= chunk.length
    if (left < 0) throw new FoyerError('params-invalid', { details: 'The body is too long.' })
    parts.push(decoder.decode(chunk, { stream: true }))
  }
  try {
    return JSON.parse(parts.join('') || '{}')
  } catch (cause) {
    throw new FoyerError('params-invalid', { cause, details: 'The body is no JSON.' })
  }
}
