import { HttpError, readAnswer } from '@foyer/server'
import * as v from 'valibot'
import type { Chain } from '../chains/chain.ts'

const answer = v.union([
  v.object({ error: v.object({ message: v.pipe(v.string(), v.transform(shorten)) }) }),
  v.object({ result: v.unknown() }),
])
const longestAnswer = 262_144
const answerMs = 15_000

/**
 * Calls the bundler of a chain.
 * @returns its result, unchecked
 * @throws HttpError 403 `action-not-allowed` with the bundler's reason; 503 `http-failed` when it does not answer
 */
export async function askBundler(
  { bundlerUrl }: Pick<Chain, 'bundlerUrl'>,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  if (bundlerUrl === undefined)
    throw new HttpError(403, 'action-not-allowed', 'There is no bundler for this network')
  let parsed: v.InferOutput<typeof answer>
  try {
    const response = await fetch(bundlerUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      redirect: 'error',
      signal: AbortSignal.timeout(answerMs),
    })
    // Bundlers send refusals with any status.
    parsed = v.parse(answer, JSON.parse(await readAnswer(response, longestAnswer)))
  } catch (cause) {
    throw new HttpError(503, 'http-failed', 'The bundler does not answer', {
      cause,
      retryAfterMs: 5000,
    })
  }
  if ('error' in parsed)
    throw new HttpError(403, 'action-not-allowed', `The bundler refuses: ${parsed.error.message}`)
  return parsed.result
}

/** Text of another server, for a developer: letters of a terminal's control are left out. */
function shorten(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, ' ').slice(0, 200)
}
