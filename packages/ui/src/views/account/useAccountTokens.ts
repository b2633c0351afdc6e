import { useCallback, useEffect, useState } from 'react'
import { useModalState, useUi } from '../../context.ts'
import { useMutation } from '../../useMutation.ts'
import type { Tokens } from './AccountTokens.tsx'
import { useActiveAccount } from './useActiveAccount.ts'

/** `key` names the account and its network. */
type Read = { readonly key: string; readonly force: boolean }

/** Loads the tokens of the account: whenever the modal opens, and when account or network change. */
export function useAccountTokens(): Tokens {
  const { foyer, modal } = useUi()
  const open = useModalState((state) => state.open) || modal.options.embedded === true
  const account = useActiveAccount()
  const { address, chainId, namespace, tokenBalance } = account
  // Nothing is known of a network that the site does not offer.
  const loads = open && account.status === 'connected' && !account.unsupportedNetwork
  const key = `${chainId}:${address}`
  const [code, setCode] = useState<{ readonly Section: Tokens['Section'] }>()
  const { data, mutate, status, variables } = useMutation(async ({ force }: Read) => {
    const [{ loadAccount }, { AccountTokens: Section }] = await Promise.all([
      // Code that is here already where an account was connected: not a part of the view.
      import('./loadAccount.ts'),
      import('./AccountTokens.tsx'),
    ])
    setCode({ Section })
    return loadAccount(foyer, { force, namespace })
  })
  useEffect(() => {
    if (loads) mutate({ key, force: false })
  }, [mutate, key, loads])
  // What failed to load is code. Before its first effect it is about to load.
  const failed = status === 'error' ? ({ status, retryAt: 0 } as const) : undefined
  const load = variables?.key === key ? (data ?? failed) : undefined

  return {
    ...(load ?? { status: 'pending' }),
    // What was learnt on another network says nothing about this one.
    tokens: (tokenBalance ?? []).filter((token) => token.chainId === chainId),
    Section: code?.Section,
    refresh: useCallback(() => mutate({ key, force: true }), [mutate, key]),
  }
}
