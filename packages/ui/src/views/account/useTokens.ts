import { balanceRetryMs, loadBalances, refreshNativeBalance } from '@foyer/core'
import type { TokenBalance } from '@foyer/protocol'
import { useCallback, useEffect, useState } from 'react'
import { useUi } from '../../context.ts'
import { useActiveAccount } from './useActiveAccount.ts'

export type Tokens = {
  readonly status: 'pending' | 'done' | 'error'
  /** Of the current network; empty until they are known. */
  readonly tokens: readonly TokenBalance[]
  /** When a failed load may be tried again, ms since 1970. @source ledger 9.5 */
  readonly retryAt: number
  /** Asks again, past the cache; the native balance too. */
  readonly refresh: () => void
}

/** Loads the tokens of the account, and again whenever account or network change. */
export function useTokens(): Tokens {
  const { foyer } = useUi()
  const account = useActiveAccount()
  const { address, chainId, lastRetry = 0, namespace, tokenBalance } = account
  // Nothing is known of a network that the site does not offer.
  const loads = account.status === 'connected' && !account.unsupportedNetwork
  const key = `${chainId}:${address}`
  const [load, setLoad] = useState<{ key: string; status: Tokens['status'] }>()

  const run = useCallback(
    (force: boolean) => {
      const settle = (next: Tokens['status']) =>
        setLoad((now) => (now?.key === key ? { key, status: next } : now))
      setLoad({ key, status: 'pending' })
      loadBalances(foyer, { force, namespace }).then(
        () => settle('done'),
        () => settle('error'),
      )
    },
    [foyer, key, namespace],
  )
  useEffect(() => {
    if (loads) run(false)
  }, [run, loads])

  return {
    // Before its first effect it is about to load.
    status: load?.key === key ? load.status : 'pending',
    // What was learnt on another network says nothing about this one.
    tokens: (tokenBalance ?? []).filter((token) => token.chainId === chainId),
    retryAt: lastRetry + balanceRetryMs,
    refresh: useCallback(() => {
      run(true)
      refreshNativeBalance(foyer, { namespace }).catch((error) =>
        foyer.log('info', 'the native balance could not be read', error),
      )
    }, [foyer, namespace, run]),
  }
}
