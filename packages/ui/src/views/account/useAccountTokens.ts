import { supportsHistory, supportsNfts } from '@foyer/core'
import { useCallback, useEffect, useState } from 'react'
import { useModalState, useUi } from '../../context.ts'
import { useMutation } from '../../useMutation.ts'
import type { Tokens } from './AccountTokens.tsx'
import { useActiveAccount } from './useActiveAccount.ts'

/** `key` identifies the account and its network. */
type Read = { readonly key: string; readonly force: boolean }

/** Loads the tokens of the account when the modal opens, and when account or network change. */
export function useAccountTokens(): Tokens {
  const { foyer, modal } = useUi()
  const open = useModalState((state) => state.open) || modal.options.embedded === true
  const account = useActiveAccount()
  const { address, chainId, namespace, tokenBalance } = account
  // An unsupported network has no data.
  const loads = open && account.status === 'connected' && !account.unsupportedNetwork
  const key = `${chainId}:${address}`
  const [code, setCode] = useState<{ readonly Section: Tokens['Section'] }>()
  const { data, mutate, status, variables } = useMutation(async ({ force }: Read) => {
    const [{ loadAccount }, Section] = await Promise.all([
      // Loaded with a connected account already, so not part of the view.
      import('./loadAccount.ts'),
      supportsNfts(foyer, namespace) || supportsHistory(foyer, namespace)
        ? import('./AccountTabs.tsx').then((m) => m.AccountTabs)
        : import('./AccountTokens.tsx').then((m) => m.AccountTokens),
    ])
    setCode({ Section })
    return loadAccount(foyer, { force, namespace })
  })
  useEffect(() => {
    if (loads) mutate({ key, force: false })
  }, [mutate, key, loads])
  // The code failed to load. Before its first effect it is about to load.
  const failed = status === 'error' ? ({ status, retryAt: 0 } as const) : undefined
  const load = variables?.key === key ? (data ?? failed) : undefined

  return {
    ...(load ?? { status: 'pending' }),
    // Data of another network does not apply.
    tokens: (tokenBalance ?? []).filter((token) => token.chainId === chainId),
    Section: code?.Section,
    refresh: useCallback(() => mutate({ key, force: true }), [mutate, key]),
  }
}
