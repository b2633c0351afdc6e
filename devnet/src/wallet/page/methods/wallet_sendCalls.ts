import * as v from 'valibot'
import type { WalletChain } from '../../config.ts'
import { callsRequest } from '../../messages.ts'
import { askChain } from '../chainRpc.ts'
import { invalidParams, rpcError } from '../rpcError.ts'
import { permittedAccount, visibleAddresses, type WalletMethod } from '../walletContext.ts'

/**
 * Sends several calls as one transaction after the user has approved them, whether or not the site requires that.
 *
 * @returns Their id: the hash of the transaction.
 * @source EIP-5792
 */
export const wallet_sendCalls: WalletMethod = async (context, params) => {
  const parsed = v.safeParse(callsRequest, params[0])
  if (!parsed.success) throw invalidParams(`Invalid calls: ${parsed.issues[0].message}`)
  const { calls, capabilities, chainId, from } = parsed.output
  if (Number(chainId) !== context.store.chain().id)
    throw rpcError(5710, `The calls are for another chain: ${chainId}`)
  const needed = Object.entries(capabilities).find(([, { optional }]) => optional !== true)
  if (needed) throw rpcError(5700, `The capability ${needed[0]} is not supported.`)
  const sender = from ?? visibleAddresses(context.config, context.store.read())[0] ?? ''
  const account = permittedAccount(context, sender)
  const id = await context.askUser({ method: 'wallet_sendCalls', account, calls })
  return { id }
}

/** Reports that calls are always sent as one transaction. @source EIP-5792 */
export const wallet_getCapabilities: WalletMethod = async (context, [address, chains]) => {
  if (typeof address !== 'string') throw invalidParams('Expected an address.')
  permittedAccount(context, address)
  const { id } = context.store.chain()
  const isAsked = !Array.isArray(chains) || chains.some((chain) => Number(chain) === id)
  return isAsked ? { [`0x${id.toString(16)}`]: { atomic: { status: 'supported' } } } : {}
}

const hash = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{64}$/))
const receipt = v.nullable(v.looseObject({ status: v.string() }))

/** Reads the transaction of calls that were sent on the selected chain. @source EIP-5792 */
export const wallet_getCallsStatus: WalletMethod = async ({ store }, [id]) =>
  readCallsStatus(store.chain(), id)

/** Reads what became of calls, whose id is the hash of their transaction. @source EIP-5792 */
export async function readCallsStatus(
  { id: chainId, rpcUrl }: Pick<WalletChain, 'id' | 'rpcUrl'>,
  id: unknown,
): Promise<object> {
  const ask = (method: string) => askChain(rpcUrl, method, [id])
  if (!v.is(hash, id) || (await ask('eth_getTransactionByHash')) === null)
    throw rpcError(5730, 'No calls with this id are known.')
  const found = v.parse(receipt, await ask('eth_getTransactionReceipt'))
  return {
    ...{ version: '2.0.0', id, chainId: `0x${chainId.toString(16)}`, atomic: true },
    ...(found === null
      ? { status: 100 }
      : { status: found.status === '0x1' ? 200 : 500, receipts: [found] }),
  }
}
