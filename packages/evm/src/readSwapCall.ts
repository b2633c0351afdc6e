import type { SwapStep, Transaction } from '@foyer/core'
import { type ChainId, FoyerError } from '@foyer/protocol'
import { isNativeToken, type SwapCall } from '@foyer/protocol/api'
import { hasAddressShape } from './hasAddressShape.ts'

/** Selector of `approve(address,uint256)`. @source https://eips.ethereum.org/EIPS/eip-20 */
const approveSelector = '0x095ea7b3'

/**
 * Functions of tokens, and of Permit2, that give the caller's own tokens away, or let others take them. No swap contract
 * has them, so a "swap" that calls one is a theft.
 *
 * @source https://eips.ethereum.org/EIPS/eip-20, 721, 777, 1155, 1363; https://github.com/Uniswap/permit2
 */
const takingSelectors: readonly string[] = [
  approveSelector,
  ...['0x426a8493', '0x39509351', '0xd73dd623', '0x3177029f', '0xcae9ca51', '0x87517c45'],
  ...['0xa22cb465', '0x959b8c3f', '0x558a7297'],
  ...['0xa9059cbb', '0x23b872dd', '0x423f6cef', '0xb753a98c', '0x9bd9bbc6'],
  ...['0x1296ee62', '0x4000aea0', '0xc1d34b89'],
  ...['0x42842e0e', '0xb88d4fde', '0xf242432a', '0x2eb2c2d6'],
  ...['0x36c78516', '0x0d58b1db', '0xf2fde38b'],
]

/**
 * Turns a call that an api built for a swap into a transaction. Checks the sender, the chain and the coins that leave;
 * of an approval also the token, the spender and the exact amount; of a swap that it is no transfer or approval.
 * Fees are left to the wallet.
 *
 * @throws FoyerError `transaction-rejected`; `details` says what differs
 */
export async function readSwapCall({
  address,
  call,
  chainId,
  step: { amount, spender, target, token },
}: {
  address: string
  call: SwapCall
  chainId: ChainId
  step: SwapStep
}): Promise<Transaction> {
  const from = addressOn(chainId, call.from)
  const to = addressOn(chainId, call.to)
  const spent = addressOn(chainId, token)
  const data = call.data.toLowerCase()
  const value = BigInt(call.value)
  if (!from || !isSame(from, address)) throw refusal(`It is from ${call.from}, not ${address}.`)
  if (!to || !spent || isSame(to, address)) throw refusal(`It calls ${call.to} on ${chainId}.`)
  if (target !== undefined && !isSame(to, target)) throw refusal(`It calls ${to}, not ${target}.`)
  if (!/^0x([0-9a-f]{2}){4,}$/.test(data)) throw refusal('It calls no function.')
  const coins = spender === undefined && isNativeToken(token) ? amount : 0n
  if (value !== coins) throw refusal(`It sends ${value} wei instead of ${coins}.`)
  if (spender !== undefined) {
    if (!isSame(to, spent)) throw refusal(`It approves at ${to}, not at ${token}.`)
    if (
      !hasAddressShape(spender) ||
      data !== approveSelector + word(BigInt(spender)) + word(amount)
    )
      throw refusal(`It is no approval of exactly ${amount} for ${spender}.`)
  } else if (takingSelectors.includes(data.slice(0, 10)))
    throw refusal(`It calls ${data.slice(0, 10)}, which moves or approves tokens directly.`)
  return { to, data: data as `0x${string}`, ...(value > 0n && { value }) }
}

function addressOn(chainId: ChainId, id: string): string | undefined {
  const address = id.slice(chainId.length + 1)
  return id === `${chainId}:${address}` && hasAddressShape(address) ? address : undefined
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
const word = (value: bigint) => value.toString(16).padStart(64, '0')

function refusal(details: string): FoyerError {
  return new FoyerError('transaction-rejected', {
    details: `The api built another call. ${details}`,
  })
}
