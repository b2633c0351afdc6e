import { sha256 } from '@foyer/server'
import type { DayBudget } from '../budget/spend.ts'
import type { ChainPolicy, Sponsorship } from './policy.ts'

/** The owner of what a user has paid for: a hash. */
export const ownerOf = (user: string) => sha256(`user:${user}`)

/** The budgets of chain, project and user. They are the same for batches and operations. */
export const budgetsOf = ({
  chain,
  sponsorship,
  user,
}: {
  chain: Pick<ChainPolicy, 'caipId' | 'weiPerDay'>
  sponsorship: Sponsorship
  user: string
}): DayBudget[] => {
  const { projectId } = sponsorship
  return [
    { key: `chain:${chain.caipId}`, limit: chain.weiPerDay, whose: 'this network' },
    {
      key: `project:${projectId}:${chain.caipId}`,
      limit: sponsorship.weiPerDay,
      whose: 'this project',
    },
    {
      key: `user:${projectId}:${chain.caipId}:${ownerOf(user)}`,
      limit: sponsorship.weiPerUserPerDay,
      whose: 'this user',
    },
  ]
}
