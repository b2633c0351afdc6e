import type { Session, SessionListener } from '@foyer/core'
import { timeLimit } from '@foyer/core/internal'
import { ask } from './ask.ts'
import type { EvmProvider } from './evmProvider.ts'
import { listen } from './listen.ts'
import { parseAccounts } from './parseAccounts.ts'
import { parseChainId } from './parseChainId.ts'

/** Time for a wallet that emitted "disconnect" to report its accounts, ms. */
const goneLimitMs = 5_000
/** MetaMask's code for a lost network, after which the accounts stay connected. */
const networkLostCode = 1013

/**
 * Forwards a connected wallet's events to a listener, without repeated and malformed ones.
 *
 * @param session - The state before the first event.
 * @returns A stop function.
 * @source https://eips.ethereum.org/EIPS/eip-1193#events
 */
export function watch({
  listener,
  provider,
  session,
}: {
  listener: SessionListener
  provider: EvmProvider
  session: Session | undefined
}): () => void {
  const keyOf = (accounts: Session['accounts']) => accounts.map(({ address }) => address).join()
  let known = session && keyOf(session.accounts)
  let chainId: string | undefined = session?.chainId
  let stopped = false

  const onAccounts = (payload: unknown) => {
    const accounts = parseAccounts(payload)
    const isEmpty = Array.isArray(payload) && payload.length === 0
    if ((accounts.length === 0 && !isEmpty) || keyOf(accounts) === known) return
    known = keyOf(accounts)
    listener.onAccounts(accounts)
  }
  const onChain = (payload: unknown) => {
    const next = parseChainId(payload)
    if (!next || next === chainId) return
    chainId = next
    listener.onChain(next)
  }
  const onDisconnect = async (payload: unknown) => {
    const isNetworkLost =
      (payload as { code?: unknown } | null | undefined)?.code === networkLostCode
    const answer = await timeLimit(ask(provider, { method: 'eth_accounts' }), {
      ms: goneLimitMs,
    }).catch(() => undefined)
    if (stopped) return
    if (parseAccounts(answer).length > 0) return onAccounts(answer)
    if (isNetworkLost && !Array.isArray(answer)) return
    listener.onDisconnect()
  }

  const stops = [
    listen(provider, 'accountsChanged', onAccounts),
    listen(provider, 'chainChanged', onChain),
    listen(provider, 'connect', (payload) =>
      onChain((payload as { chainId?: unknown } | null | undefined)?.chainId),
    ),
    listen(provider, 'disconnect', (payload) => void onDisconnect(payload)),
  ]
  return () => {
    stopped = true
    for (const stop of stops) stop()
  }
}
