import { recoveryContactAdd } from '@foyer/protocol/custody'
import { type AccountLogin, readLogins } from '@foyer/protocol/login'
import { useCallback, useEffect, useState } from 'react'
import { useReady } from '../../account/AccountContext.ts'
import { loginName } from '../../account/SocialButtons.tsx'
import { useTask } from '../../account/useTask.ts'

/** The ways to log in to the account; `list` is undefined while they load. */
export type Logins = {
  list: readonly AccountLogin[] | undefined
  error: unknown
  pending: boolean
  reload: () => Promise<void>
}

/** Loads the account's ways to log in; none for a wallet that passkeys alone hold. */
export function useLogins(): Logins {
  const { account, facts } = useReady()
  const [list, setList] = useState<readonly AccountLogin[]>()
  const isAlone = facts.factors !== undefined
  const { error, pending, run } = useTask(async () => {
    if (!isAlone) setList((await account.call(readLogins, {})).logins)
  })
  // Again when the account's address changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the answer depends on
  useEffect(() => void run(), [run, facts.email])
  return { list, error, pending, reload: run }
}

/** Returns a function that asks the vault to let a login restore the wallet, and tells what is missing. */
export function useLetRestore() {
  const { account, facts } = useReady()
  const { userId } = facts
  return useCallback(
    async ({ contact }: Pick<AccountLogin, 'contact'>) => {
      const body = { userId, contact }
      return (await account.session.callVault(recoveryContactAdd, body)).status
    },
    [account, userId],
  )
}

/** The name of a login, with the address or the name at the provider. */
export const loginLabel = ({ email, provider, userName }: AccountLogin): string =>
  provider === 'email'
    ? (email ?? loginName(provider))
    : [loginName(provider), userName ?? email].filter(Boolean).join(' · ')
