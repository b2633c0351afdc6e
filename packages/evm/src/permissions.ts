import type { Permissions, SupportedPermissions } from '@foyer/core'
import { timeLimit } from '@foyer/core/internal'
import { FoyerError, isChainId } from '@foyer/protocol'
import * as v from 'valibot'
import { ask } from './ask.ts'
import { readGrant } from './permissions/readGrant.ts'
import { requestPermissions } from './permissions/requestPermissions.ts'
import { parseQuantity } from './quantity.ts'

/** Time for a wallet to name what it supports, ms: an answer needs no user. */
const answerMs = 3_000
const supported = v.record(
  v.string(),
  v.object({
    chainIds: v.nullish(v.array(v.unknown())),
    ruleTypes: v.nullish(v.array(v.string()), []),
  }),
)

/** Permissions of ERC-7715, in one chunk. */
export const permissions: Permissions = {
  request: requestPermissions,
  async getSupported({ provider }) {
    const method = 'wallet_getSupportedExecutionPermissions'
    const asked = ask(provider, { method, params: [] })
    const answer = await timeLimit(asked, { ms: answerMs }).catch(() => undefined)
    const parsed = v.safeParse(supported, answer)
    if (!parsed.success) return undefined
    return Object.fromEntries(
      Object.entries(parsed.output).map(([type, { chainIds, ruleTypes }]) => [
        type,
        { chainIds: chainIds?.flatMap(toChainId), rules: ruleTypes ?? [] },
      ]),
    ) satisfies SupportedPermissions
  },
  async getGranted({ provider }) {
    const method = 'wallet_getGrantedExecutionPermissions'
    const answer = await ask(provider, { method, params: [] })
    if (!Array.isArray(answer))
      throw new FoyerError('unknown', { details: `The wallet's answer to ${method} is none.` })
    return answer.flatMap((one: unknown) => readGrant(one, '') ?? [])
  },
  async revoke({ context, provider }) {
    const method = 'wallet_revokeExecutionPermission'
    const given = { permissionContext: context }
    try {
      await ask(provider, { method, params: [given] })
    } catch (error) {
      // MetaMask takes the object itself.
      if (!(error instanceof FoyerError && error.code === 'params-invalid')) throw error
      await ask(provider, { method, params: given })
    }
  },
}

function toChainId(value: unknown) {
  const number = parseQuantity(value)
  const chainId = `eip155:${number}`
  return number !== undefined && isChainId(chainId) ? [chainId] : []
}
