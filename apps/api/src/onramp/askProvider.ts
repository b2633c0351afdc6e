import { HttpError, readAnswer } from '@foyer/server'
import * as v from 'valibot'

const timeoutMs = 8000
const maxAnswerBytes = 262_144

/**
 * Calls a provider's API, at an address of our configuration only.
 *
 * @returns The answer's text, which is JSON and fits the schema.
 * @throws {@link HttpError} 400 when it refuses the purchase, 502 when it does not answer as documented
 */
export async function askProvider<schema extends v.GenericSchema>({
  body,
  headers,
  method = body === undefined ? 'GET' : 'POST',
  name,
  schema,
  url,
}: {
  name: string
  url: string
  schema: schema
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  /** Sent as it is. */
  body?: string | URLSearchParams
}): Promise<{ text: string; answer: v.InferOutput<schema> }> {
  let response: Response
  let text: string
  try {
    response = await fetch(url, {
      method,
      headers: { Accept: 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
      // A provider never sends us elsewhere, with our key.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    text = await readAnswer(response, maxAnswerBytes)
  } catch (cause) {
    throw new HttpError(502, 'http-failed', `${name} did not answer`, { cause })
  }
  // The key is wrong, or too many calls: not the caller's mistake.
  if ([400, 404, 422].includes(response.status))
    throw new HttpError(400, 'params-invalid', `${name} does not offer this purchase`)
  if (!response.ok)
    throw new HttpError(502, 'http-failed', `${name} refused the call`, {
      cause: new Error(`status ${response.status}`),
    })
  const parsed = v.safeParse(schema, parse(text))
  if (parsed.success) return { text, answer: parsed.output }
  throw new HttpError(502, 'http-failed', `${name} answered in another shape`, {
    cause: new Error(v.getDotPath(parsed.issues[0]) ?? 'not an object'),
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
