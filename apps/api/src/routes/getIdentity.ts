import { createHash } from 'node:crypto'
import { getIdentity } from '@foyer/protocol'
import { identityBudget, readIdentityAccount } from '../identity/readIdentityAccount.ts'
import { defineRoute } from '../route.ts'

/** @source ledger 7.33 */
export const getIdentityRoute = defineRoute(
  getIdentity,
  async ({ asker, params, query }, { identities }) => {
    const { chainId } = query
    const account = readIdentityAccount(params.address, chainId)
    if (account === undefined) return { name: null, avatar: null, resolvedAt: null }
    const identity = await identities.get(account)
    const { avatar } = identity
    if (!identities.isServed(avatar)) return identity
    // Another picture has another address, so that browsers may keep each.
    const v = createHash('sha256').update(avatar).digest('base64url').slice(0, 12)
    const own = new URLSearchParams({ projectId: asker.project.id, chainId, v })
    return {
      ...identity,
      avatar: `${asker.baseUrl}/v1/identity/${account.address}/avatar?${own}`,
    }
  },
  // It asks chains.
  { budget: identityBudget },
)
