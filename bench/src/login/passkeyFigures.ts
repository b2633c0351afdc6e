import { openWorker } from '@foyer/login/testKeyWorker'
import type { Times } from './browserFigures.ts'
import type { Servers } from './startServers.ts'

const signatures = 200

/**
 * Measures a signature of a wallet that a passkey holds, without the authenticator: from the passkey's secret in the frame to the
 * signature, in the key worker, ms. No server is called.
 */
export async function measurePasskey({ urls }: Servers): Promise<Times> {
  const { port } = new URL(urls.login)
  const calls = { count: 0 }
  const send: typeof fetch = (input, init) => {
    calls.count += 1
    const { pathname } = new URL(String(input))
    const headers = { ...(init?.headers as object), origin: urls.login }
    return fetch(`http://127.0.0.1:${port}${pathname}`, { ...init, headers })
  }
  const { ask } = await openWorker({ authUrl: urls.login, vaultUrl: urls.vault } as never, {
    fetch: send,
  })
  // The output of a virtual authenticator.
  const factor = () => ({
    ...{ mode: 'passkey' as const, id: 'AAAA', isAdded: false },
    secret: new Uint8Array(32).fill(7),
  })
  const { addresses } = await ask('openByFactor', { factor: factor(), create: true })
  const times: number[] = []
  const before = calls.count
  for (let index = 0; index < signatures; index++) {
    const rid = crypto.randomUUID()
    const params: [string, string] = ['0x00', addresses.evm]
    const { digest } = await ask('prepare', { rid, request: { method: 'personal_sign', params } })
    const startedAt = performance.now()
    await ask('sign', { rid, digest, factor: factor() })
    times.push(performance.now() - startedAt)
  }
  if (calls.count !== before) throw new Error('A signature called a server.')
  return times
}
