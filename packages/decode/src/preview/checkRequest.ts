import type { DescribedNetwork } from '../approvalInput.ts'
import { describeRequest } from '../describeRequest.ts'
import type { Description } from '../description.ts'
import { type DrainSign, findDrainSigns } from '../drainSigns.ts'
import { withinLimit } from '../withinLimit.ts'
import { findParties, type Party } from './findParties.ts'
import { readRequest } from './readRequest.ts'
import type { RequestToCheck } from './requestToCheck.ts'

export type { Party } from './findParties.ts'

/** The effect of a request. */
export type CheckedRequest = {
  /** The account that signs. */
  readonly account: string
  readonly network: DescribedNetwork
  readonly description: Description
  /** Receivers and spenders. */
  readonly parties: readonly Party[]
  /** Why it looks like a drain; empty if it does not. */
  readonly signs: readonly DrainSign[]
}

/** Decodes and simulates a request. @throws FoyerError as `describeRequest`, and for methods that can not be decoded */
export async function checkRequest(asked: RequestToCheck): Promise<CheckedRequest> {
  const { chainId, network: given, signal } = asked
  const network: DescribedNetwork = {
    id: chainId,
    name: given?.name ?? chainId,
    symbol: given?.nativeCurrency.symbol ?? '',
    decimals: given?.nativeCurrency.decimals ?? 18,
  }
  const rpc = (method: string, params: unknown) => asked.rpc({ method, params })
  const { account, request } = await readRequest(asked, rpc)
  const origin = globalThis.location?.origin ?? 'null'
  const description = await describeRequest(
    { origin, account, network, request },
    { now: Date.now, rpc, signal },
  )
  const chain = { account, namespace: asked.namespace, rpc }
  const more = await withinLimit(
    Promise.all([findParties(description, chain), readBalance(chain)]),
    signal,
  )
  const [parties, balance] = more.status === 'done' ? more.value : []
  return {
    account,
    network,
    description,
    parties: parties ?? [],
    signs: findDrainSigns(description, { balance }),
  }
}

/** Native coins; undefined if they can not be read. Solana's own simulation tells them. */
async function readBalance({
  account,
  namespace,
  rpc,
}: {
  account: string
  namespace: string
  rpc: (method: string, params: unknown) => Promise<unknown>
}): Promise<bigint | undefined> {
  if (namespace !== 'eip155') return undefined
  const answer = await rpc('eth_getBalance', [account, 'latest']).catch(() => undefined)
  return typeof answer === 'string' && /^0x[0-9a-f]{1,64}$/i.test(answer)
    ? BigInt(answer)
    : undefined
}
