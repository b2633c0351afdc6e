import type { TokenBalance } from '@foyer/protocol'
import { useCallback, useEffect, useState } from 'react'
import { useModalState, useUi } from '../../context.ts'
import type { AccountTokens } from './AccountTokens.tsx'
import type { Loaded } from './loadAccount.ts'
import { useActiveAccount } from './useActiveAccount.ts'

type Load = Loaded | { readonly status: 'pending' }

export type Tokens = Load & {
  /** Of the current network; empty until they are known. */
  readonly tokens: readonly TokenBalance[]
  /** Draws them, once its code is here. */
  readonly Section: typeof AccountTokens | undefined
  /** Asks again, past the cache. */
  readonly refresh: () => void
}

/** Loads the tokens of the account: whenever the modal opens, and when account or network change. */
export function useAccountTokens(): Tokens {
  const { foyer, modal } = useUi()
  const open = useModalState((state) => state.open) || modal.options.embedded === true
  const account = useActiveAccount()
  const { address, chainId, namespace, tokenBalance } = account
  // Nothing is known of a network that the site does not offer.
  const loads = open && account.status === 'connected' && !account.unsupportedNetwork
  const key = `${chainId}:${address}`
  const [known, setKnown] = useState<{ key: string; load: Load }>()
  const [code, setCode] = useState<{ readonly Section: typeof AccountTokens }>()

  const run = useCallback(
    (force: boolean) => {
      const settle = (load: Load) => setKnown((now) => (now?.key === key ? { key, load } : now))
      setKnown({ key, load: { status: 'pending' } })
      // Code that is here already where an account was connected: not a part of the view.
      Promise.all([import('./loadAccount.ts'), import('./AccountTokens.tsx')])
        .then(([{ loadAccount }, { AccountTokens: Section }]) => {
          setCode({ Section })
          return loadAccount(foyer, { force, namespace })
        })
        .then(settle, () => settle({ status: 'error', retryAt: 0 }))
    },
    [foyer, key, namespace],
  )
  useEffect(() => {
    if (loads) run(false)
  }, [run, loads])

  return {
    // Before its first effect it is about to load.
    ...(known?.key === key ? known.load : { status: 'pending' }),
    // What was learnt on another network says nothing about this one.
    tokens: (tokenBalance ?? []).filter((token) => token.chainId === chainId),
    Section: code?.Section,
    refresh: useCallback(() => run(true), [run]),
  }
}
