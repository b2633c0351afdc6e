import { authFingerprints, signServiceCall } from '@foyer/protocol'
import * as v from 'valibot'

/** Which keys A has, by its own word; undefined while A does not answer. */
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
  try {
    const answer = await fetch(new URL(path, authUrl), {
      method,
      body,
      headers: { ...headers, 'content-type': 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(3000),
    })
    return answer.ok ? v.parse(response, await answer.json()).fingerprints : undefined
  } catch {
    return undefined
  }
}
