import { type PaymasterData, paymasterParams, postPaymaster } from '@foyer/protocol/sponsor'
import { defineRoute, HttpError } from '@foyer/server'
import * as v from 'valibot'
import { isAddressEqual } from 'viem'
import { ofPaymaster } from '../doors.ts'
import { entryPoint } from '../operations/entryPoint.ts'
import { payOperation, stubPaymasterData } from '../operations/payOperation.ts'
import { refuse } from '../policy/refuse.ts'
import { requireSponsorship } from '../policy/requireSponsored.ts'
import type { Services } from '../services.ts'

const methods = {
  pm_getPaymasterStubData: stubPaymasterData,
  pm_getPaymasterData: payOperation,
} as const

/** Answers the paymaster web service of a project. Refusals are errors of JSON-RPC, with the reason. */
export const postPaymasterRoute = defineRoute(
  postPaymaster,
  ofPaymaster,
  async ({ body: { id, method, params }, caller: { projectId } }, services) => {
    try {
      const result = await answer(services, { method, params, projectId })
      return { jsonrpc: '2.0' as const, id, result }
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      const { message, status } = error
      return {
        jsonrpc: '2.0' as const,
        id,
        error: { code: rpcCodes.get(status) ?? -32603, message },
      }
    }
  },
)

/** @source https://eips.ethereum.org/EIPS/eip-1474#error-codes */
const rpcCodes: ReadonlyMap<number, number> = new Map([
  [400, -32602],
  [403, -32003],
  [404, -32601],
  [429, -32005],
  [503, -32002],
])

async function answer(
  services: Services,
  { method, params, projectId }: { method: string; params: unknown; projectId: string },
): Promise<PaymasterData> {
  if (method !== 'pm_getPaymasterStubData' && method !== 'pm_getPaymasterData')
    throw new HttpError(404, 'resource-not-found', 'There is no such method')
  const parsed = v.safeParse(paymasterParams, params)
  if (!parsed.success)
    throw new HttpError(400, 'params-invalid', parsed.issues[0].message.slice(0, 200))
  const { chain: number, entryPoint: named, operation } = parsed.output
  if (!isAddressEqual(named, entryPoint)) refuse(services, 'entry-point')
  const found = requireSponsorship(services, { chainId: `eip155:${Number(number)}`, projectId })
  // Without a login the user is unknown: the account has the budget.
  const user = `account:${operation.sender.toLowerCase()}`
  return methods[method](services, { ...found, operation, user })
}
