import { authFingerprints, FoyerError, signServiceCall } from '@foyer/protocol'
import * as v from 'valibot'

/**
 * Which keys A has, by its own word; undefined while A does not answer.
 *
 * @throws FoyerError `options-invalid` when A refuses the vault, as it does when it finds one of its own keys here
 */
export async function askFingerprints({
  authUrl,
  nowMs,
  own,
  secret,
}: {
  authUrl: string
  nowMs: number
  own: readonly string[]
  secret: string
}): Promise<readonly string[] | undefined> {
  const { method, path, response } = authFingerprints
  const body = new TextEncoder().encode('{}')
  const headers = await signServiceCall({
    from: 'B',
    method,
    path,
    body,
    secret,
    fingerprints: own,
    nowMs,
  })
  let answer: Response
  try {
    answer = await fetch(new URL(path, authUrl), {
      method,
      body,
      headers: { ...headers, 'content-type': 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(3000),
    })
  } catch {
    return undefined
  }
  if (answer.status === 403)
    throw new FoyerError('options-invalid', {
      details:
        'The login server refuses this vault: both have a key in common, another service secret, or clocks that differ.',
    })
  const read = v.safeParse(response, await answer.json().catch(() => undefined))
  return answer.ok && read.success ? read.output.fingerprints : undefined
}
