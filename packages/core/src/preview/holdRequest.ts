import { type ChainId, FoyerError, type Namespace, toFoyerError } from '@foyer/protocol'
import type { Connection } from '../account/account.ts'
import { readConnection } from '../account/readConnection.ts'
import type { Foyer } from '../foyer.ts'
import { createRpc } from '../http/createRpc.ts'
import { watch } from '../store/watch.ts'
import { settle } from '../wait/settle.ts'
import type { PendingPreview, Preview } from './preview.ts'

/** Time for a screen to take a held request, ms: its code may have to load first. */
export const takeMs = 30_000
/** Time for a check, ms. */
export const checkMs = 20_000

/**
 * Holds a request until the user has seen and accepted it, then asks the wallet. Rejects it when the account or the
 * network changes meanwhile, since then something else would happen than what was shown.
 *
 * @param parameters.sent - The call as JSON.
 * @param parameters.ask - Asks the wallet for this call; called synchronously with the answer, in the user's click.
 * @throws FoyerError `user-rejected`, `request-aborted`, `request-timed-out` (no screen showed it), `not-connected`, and
 *   what the wallet throws
 */
export async function holdRequest(
  foyer: Foyer,
  {
    ask,
    namespace,
    preview,
    sent,
    signal,
  }: {
    ask: () => Promise<unknown>
    namespace: Namespace
    preview: Preview
    sent: string
    signal: AbortSignal | undefined
  },
): Promise<unknown> {
  if (signal?.aborted) throw new FoyerError('request-aborted')
  const call = JSON.parse(sent) as { method: string; params?: unknown; chainId?: ChainId }
  const { connection } = readConnection(foyer, namespace)
  const { accounts, address } = connection
  const chainId = call.chainId ?? connection.chainId
  const network = foyer.store.get().networks.find((one) => one.caipNetworkId === chainId)
  const own = new AbortController()
  const ended = own.signal
  foyer.running.requestCount += 1
  const id = foyer.running.requestCount
  let timer: ReturnType<typeof setTimeout> | undefined
  let stop = () => {}

  const end = () => {
    own.abort()
    clearTimeout(timer)
    stop()
    foyer.store.set((state) => {
      const left = state.previews?.filter((one) => one.id !== id)
      return { ...state, previews: left?.length ? left : undefined }
    })
  }
  const held = new Promise<unknown>((resolve, reject) => {
    const fail = (error: FoyerError) => {
      if (ended.aborted) return
      end()
      reject(error)
    }
    const proceed = () => {
      end()
      ask().then(resolve, reject)
    }
    const pending: PendingPreview = {
      id,
      account: address,
      chainId,
      method: call.method,
      namespace,
      result: { status: 'checking' },
      answer(accepted) {
        if (ended.aborted) return
        if (accepted) proceed()
        else fail(new FoyerError('user-rejected'))
      },
      take: () => clearTimeout(timer),
      skip() {
        if (ended.aborted) return
        foyer.log('error', `${call.method} was sent without a preview: no screen is on the page.`)
        proceed()
      },
    }
    if (!preview.onPreview && foyer.running.surfaces.size === 0) return pending.skip()

    signal?.addEventListener('abort', () => fail(new FoyerError('request-aborted')), {
      once: true,
      signal: ended,
    })
    stop = watch(
      foyer.store,
      ({ connections }) => connections[namespace],
      (now) => {
        if (!isSame(now, connection))
          fail(new FoyerError('request-aborted', { details: 'The account or network changed.' }))
      },
    )
    if (!preview.onPreview)
      timer = setTimeout(
        () => fail(new FoyerError('request-timed-out', { details: 'No screen showed it.' })),
        takeMs,
      )
    foyer.store.set((state) => ({ ...state, previews: [...(state.previews ?? []), pending] }))

    const show = (result: PendingPreview['result']) => {
      if (ended.aborted) return
      const shown = { ...pending, result }
      foyer.store.set((state) => ({
        ...state,
        previews: state.previews?.map((one) => (one.id === id ? shown : one)),
      }))
      preview.onPreview?.(shown)
    }
    const others = accounts.map((one) => one.address).filter((one) => one !== address)
    settle(
      (until) =>
        preview.check({
          namespace,
          method: call.method,
          params: call.params,
          chainId,
          network,
          accounts: [address, ...others],
          rpc: network ? createRpc(foyer, network) : noRpc,
          signal: until,
        }),
      { signal: ended, timeoutMs: checkMs },
    ).then(
      (checked) => show({ status: 'checked', checked }),
      (error: unknown) => {
        if (!ended.aborted) foyer.log('warn', `${call.method} could not be described`, error)
        show({ status: 'failed', error: toFoyerError(error) })
      },
    )
  })
  return held
}

async function noRpc(): Promise<never> {
  throw new FoyerError('network-undefined')
}

function isSame(
  now: Connection | undefined,
  { address, chainId, connector }: Extract<Connection, { status: 'connected' }>,
): boolean {
  return (
    now?.status === 'connected' &&
    now.connector === connector &&
    now.address === address &&
    now.chainId === chainId
  )
}
