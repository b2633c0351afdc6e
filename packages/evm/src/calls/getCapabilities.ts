import type { Calls, WalletCapabilities } from '@foyer/core'
import { timeLimit } from '@foyer/core/internal'
import { type ChainId, referenceOf } from '@foyer/protocol'
import * as v from 'valibot'
import { ask } from '../ask.ts'
import { toQuantity } from '../quantity.ts'

/** Time for a wallet to name its capabilities, ms: an answer needs no user. */
const answerMs = 3_000
/** The key of capabilities on every network. */
const everywhere = '0x0'

const named = v.record(v.string(), v.unknown())
const answers = v.record(v.string(), named)
const atomic = v.object({ status: v.picklist(['supported', 'ready', 'unsupported']) })
/** Version 1 of the standard. */
const supported = v.object({ supported: v.literal(true) })

/**
 * Asks the wallet what it can do with calls on each network.
 *
 * @returns undefined if it does not say in 3 s: many wallets do not have the method, and some never answer an unknown one
 * @source https://eips.ethereum.org/EIPS/eip-5792#wallet_getcapabilities
 */
export const getCapabilities: Calls['getCapabilities'] = async ({
  address,
  chainIds,
  provider,
}) => {
  const chains = chainIds.map((chainId) => toQuantity(Number(referenceOf(chainId))))
  const [chainId] = chainIds
  const answer = await timeLimit(
    ask(provider, {
      ...{ method: 'wallet_getCapabilities', params: [address, chains] },
      ...(chainId && { chainId }),
    }),
    { ms: answerMs },
  ).catch(() => undefined)
  const parsed = v.safeParse(answers, answer)
  if (!parsed.success) return undefined
  const byChain = new Map(
    Object.entries(parsed.output).map(([key, value]) => [key.toLowerCase(), value]),
  )
  const found: Record<ChainId, WalletCapabilities> = {}
  for (const [index, id] of chainIds.entries())
    found[id] = readNetwork({
      ...byChain.get(everywhere),
      ...byChain.get(chains[index] ?? ''),
    })
  return found
}

function readNetwork(capabilities: v.InferOutput<typeof named>): WalletCapabilities {
  const { atomicBatch, paymasterService } = capabilities
  const parsed = v.safeParse(atomic, capabilities.atomic)
  const status = parsed.success ? parsed.output.status : undefined
  return {
    atomic: status ?? (v.is(supported, atomicBatch) ? 'supported' : 'unsupported'),
    paymasterService: v.is(supported, paymasterService),
    named: capabilities,
  }
}
