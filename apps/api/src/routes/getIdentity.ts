import { createHash } from 'node:crypto'
import { getIdentity } from '@foyer/protocol/api'
import { defineRoute } from '@foyer/server'
import { ofProject } from '../doors.ts'
import { readIdentityAccount } from '../identity/readIdentityAccount.ts'
import { keyedBudget, takeKeyedCall } from '../takeKeyedCall.ts'

/** @source spec 7.33 */
export const getIdentityRoute = defineRoute(
  getIdentity,
  ofProject,
  async ({ caller, params, query }, services) => {
    await takeKeyedCall(services, caller, 'identities')
    const { identities, names } = services
    const { chainId } = query
    const account = readIdentityAccount(params.address, chainId)
    if (account === undefined) return { name: null, avatar: null, resolvedAt: null }
    const found = await identities.get(account)
    // A name of ENS comes first: other sites show it too.
    const registered = found.name === null ? await names.registry?.findOf(account.address) : []
    const identity = { ...found, name: found.name ?? registered?.[0]?.name ?? null }
    const { avatar } = identity
    if (!identities.isServed(avatar)) return identity
    // A different picture has a different address, so that browsers can cache each.
    const v = createHash('sha256').update(avatar).digest('base64url').slice(0, 12)
    const own = new URLSearchParams({ projectId: caller.project.id, chainId, v })
    return {
      ...identity,
      avatar: `${caller.baseUrl}/v1/identity/${account.address}/avatar?${own}`,
    }
  },
  { budget: keyedBudget('identities') },
)
