import * as v from 'valibot'
import { sendTransaction } from '../../wallet/approve/eth_sendTransaction.ts'
import { signTypedData } from '../../wallet/approve/eth_signTypedData_v4.ts'
import { personalSign } from '../../wallet/approve/personal_sign.ts'
import { addChain } from '../../wallet/approve/wallet_addEthereumChain.ts'
import { sendCalls } from '../../wallet/approve/wallet_sendCalls.ts'
import { switchChain } from '../../wallet/approve/wallet_switchEthereumChain.ts'
import { watchAsset } from '../../wallet/approve/wallet_watchAsset.ts'
import { callsRequest, transactionRequest } from '../../wallet/messages.ts'
import { chainNumber } from '../../wallet/page/chainNumber.ts'
import { readCallsStatus } from '../../wallet/page/methods/wallet_sendCalls.ts'
import { invalidParams, rpcError } from '../../wallet/page/rpcError.ts'
import { type Ask, type AskContext, grantedAccount } from './ask.ts'
import { evmNetwork, networkName } from './networks.ts'

const isAddress = (text: unknown): text is string =>
  typeof text === 'string' && /^0x[0-9a-f]{40}$/i.test(text)

/** Returns the bytes to sign: decoded hex, or any other text in UTF-8. */
function toHex(text: string): `0x${string}` {
  if (/^0x([0-9a-f]{2})*$/i.test(text)) return text as `0x${string}`
  const bytes = Array.from(new TextEncoder().encode(text))
  return `0x${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Calls are always sent as one transaction. @source EIP-5792 */
const atomic = { atomic: { status: 'supported' } }
const asItIs = (made: unknown) => made
const chainParameter = v.object({ chainId: v.unknown() })
const asset = v.object({
  options: v.object({
    address: v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/)),
    symbol: v.optional(v.string(), ''),
    decimals: v.optional(v.number(), 18),
  }),
})

/**
 * Reads a request for an EVM network.
 *
 * @throws Error with the code for the site, if the user can not be asked.
 */
export function readEvmRequest(
  context: AskContext,
  method: string,
  params: readonly unknown[],
): Ask {
  switch (method) {
    case 'personal_sign': {
      const swapped = isAddress(params[0]) && !isAddress(params[1])
      const [message, address] = swapped ? [params[1], params[0]] : [params[0], params[1]]
      if (typeof message !== 'string' || typeof address !== 'string') {
        throw invalidParams('Expected a message and an address.')
      }
      const account = grantedAccount(context, 'eip155', address)
      const screen = personalSign({ account, data: toHex(message) })
      return { kind: 'question', screen, toResult: asItIs }
    }
    case 'eth_signTypedData_v4': {
      const [address, given] = params
      if (typeof address !== 'string') throw invalidParams('Expected an address and typed data.')
      const account = grantedAccount(context, 'eip155', address)
      const typedData = typeof given === 'string' ? given : JSON.stringify(given)
      try {
        const screen = signTypedData({ account, typedData })
        return { kind: 'question', screen, toResult: asItIs }
      } catch (cause) {
        throw Object.assign(invalidParams('Expected EIP-712 typed data.'), { cause })
      }
    }
    case 'eth_sendTransaction': {
      const parsed = v.safeParse(transactionRequest, params[0])
      if (!parsed.success) throw invalidParams(`Invalid transaction: ${parsed.issues[0].message}`)
      const transaction = parsed.output
      if (!transaction.to && !transaction.data) throw invalidParams('Expected "to" or "data".')
      const account = grantedAccount(context, 'eip155', transaction.from)
      const chain = evmNetwork(context.config, context.chainId)
      if (!chain) throw unreached(context)
      const screen = sendTransaction({ chain, account, transaction })
      return { kind: 'question', screen, toResult: asItIs }
    }
    case 'wallet_sendCalls': {
      const parsed = v.safeParse(callsRequest, params[0])
      if (!parsed.success) throw invalidParams(`Invalid calls: ${parsed.issues[0].message}`)
      const { calls, capabilities, from = '' } = parsed.output
      const needed = Object.entries(capabilities).find(([, { optional }]) => optional !== true)
      if (needed) throw rpcError(5700, `The capability ${needed[0]} is not supported.`)
      const account = grantedAccount(context, 'eip155', from)
      const chain = evmNetwork(context.config, context.chainId)
      if (!chain) throw unreached(context)
      const screen = sendCalls({ chain, account, calls })
      return { kind: 'question', screen, toResult: (id) => ({ id }) }
    }
    case 'wallet_getCapabilities': {
      const served = context.config.chains.map(({ id }) => [`0x${id.toString(16)}`, atomic])
      return { kind: 'known', result: Object.fromEntries(served) as unknown }
    }
    case 'wallet_getCallsStatus': {
      const chain = evmNetwork(context.config, context.chainId)
      if (!chain) throw unreached(context)
      return { kind: 'read', read: () => readCallsStatus(chain, params[0]) }
    }
    case 'wallet_switchEthereumChain':
    case 'wallet_addEthereumChain':
      return readChainRequest(context, method, params[0])
    case 'wallet_watchAsset': {
      const parsed = v.safeParse(asset, params[0])
      if (!parsed.success) throw invalidParams(`Invalid token: ${parsed.issues[0].message}`)
      const { address, decimals, symbol } = parsed.output.options
      const screen = watchAsset({ address: address as `0x${string}`, decimals, symbol })
      return { kind: 'question', screen, toResult: () => true }
    }
    default:
      throw rpcError(5101, `This wallet does not support ${method}.`)
  }
}

function readChainRequest(
  context: AskContext,
  method: 'wallet_switchEthereumChain' | 'wallet_addEthereumChain',
  parameter: unknown,
): Ask {
  if (!v.is(chainParameter, parameter)) throw invalidParams('Expected an object with a chainId.')
  const { config, current, session } = context
  const id = chainNumber(parameter.chainId)
  const goesTo = `eip155:${id}`
  const target = evmNetwork(config, goesTo)
  if (!target) {
    // Adding a network means calling it first, and this wallet calls only networks on its own machine.
    throw rpcError(4902, `This wallet can use only networks on its own machine, not ${id}.`)
  }
  const isGranted = session.namespaces.eip155?.chains?.includes(goesTo) === true
  if (isGranted && goesTo === current) return { kind: 'known', result: null }
  const from = evmNetwork(config, current) ?? {
    ...target,
    id: Number(current.slice('eip155:'.length)),
    name: networkName(config, current),
  }
  const screen =
    method === 'wallet_addEthereumChain' && !isGranted
      ? addChain({ target })
      : switchChain({ from, to: target })
  return { kind: 'question', screen, toResult: () => null, goesTo }
}

const unreached = ({ chainId, config }: AskContext) =>
  rpcError(
    4901,
    `The wallet can’t reach ${networkName(config, chainId)}, so it can’t send the transaction.`,
  )
