import { type ListedFactor, recoveryFactorList } from '@foyer/protocol/custody'
import { useEffect, useState } from 'react'
import { useReady } from '../account/AccountContext.ts'
import { useTask } from '../account/useTask.ts'

/** The factors that open the user's wallet in a new browser; `list` is undefined while they load. */
export type Factors = {
  list: readonly (ListedFactor & { isSource?: boolean })[] | undefined
  error: unknown
  pending: boolean
  reload: () => void
}

/** Loads the factors of the user's recovery key, again when the recovery mode changes. */
export function useFactors(): Factors {
  const { account, facts } = useReady()
  const { factors, recoveryMode, userId } = facts
  const [list, setList] = useState<readonly ListedFactor[]>()
  const { error, pending, run } = useTask(async (isHeld: boolean) => {
    if (!isHeld) return setList(undefined)
    setList((await account.session.callVault(recoveryFactorList, { userId })).factors)
  })
  const isHeld = recoveryMode !== 'auto' && !factors
  useEffect(() => void run(isHeld), [isHeld, run])
  if (factors)
    return { list: factors, error: undefined, pending: false, reload: () => void account.refresh() }
  return { list, error, pending, reload: () => void run(isHeld) }
}
