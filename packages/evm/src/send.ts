import type { Network, Provider, Rpc } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import { levelMatches, someLevel } from './errorLevels.ts'
import { hasAddressShape } from './hasAddressShape.ts'
import { parseQuantity } from './quantity.ts'
import { sendTransaction } from './sendTransaction.ts'
import { reverted, writeReference, writeTransfer } from './writeTransfer.ts'

/** @source https://docs.soliditylang.org/en/latest/types.html#integers */
const uint256Max = 2n ** 256n - 1n

/**
 * Sends coins, or an ERC-20 token. The transfer is simulated first: one that would fail, or for which the token returns
 * false, never reaches the wallet.
 *
 * @param parameters.amount - Smallest units, from 1 to 2^256 - 1.
 * @returns The transaction's hash.
 * @throws FoyerError `params-invalid` (the amount), `address-invalid` (no address, the zero address, the token itself,
 *   no contract), `transaction-rejected` (the token reverts), `user-rejected` …
 * @source spec 1.5, 7.44; https://eips.ethereum.org/EIPS/eip-20
 */
export async function send({
  address,
  amount,
  network,
  provider,
  reference,
  rpc,
  to,
  token,
}: send.Parameters): Promise<string> {
  if (typeof amount !== 'bigint' || amount < 1n || amount > uint256Max)
    throw new FoyerError('params-invalid', {
      details: 'amount must be from 1n to 2n ** 256n - 1n.',
    })
  checkReceiver(to, 'The receiver')
  if (token === undefined)
    return sendTransaction({
      address,
      network,
      provider,
      transaction: { to, value: amount, ...writeReference(reference) },
    })
  checkReceiver(token, 'The token')
  if (to.toLowerCase() === token.toLowerCase())
    throw new FoyerError('address-invalid', {
      details: 'The receiver is the token itself: what it gets is lost.',
    })
  const { data } = writeTransfer({ amount, reference, to, token })
  await tryTransfer({ address, data, rpc, token })
  return sendTransaction({ address, network, provider, transaction: { to: token, data } })
}

export declare namespace send {
  type Parameters = {
    address: string
    amount: bigint
    network: Network
    provider: Provider
    /** 64 hex digits that tie a payment to its request. @default none */
    reference?: string | undefined
    rpc: Rpc
    to: string
    token?: string | undefined
  }
}

/** The zero address has no owner: funds sent there are lost. */
export function checkReceiver(text: string, what: string): void {
  if (!hasAddressShape(text))
    throw new FoyerError('address-invalid', { details: `${what} is ${text}.` })
  if (BigInt(text) === 0n)
    throw new FoyerError('address-invalid', { details: `${what} is the zero address.` })
}

/** An unreachable node does not block sending: wallets simulate too. */
export async function tryTransfer({
  address,
  data,
  rpc,
  token,
}: {
  address: string
  data: string
  rpc: Rpc
  token: string
}): Promise<void> {
  const unlessReverted = (error: unknown) => {
    if (!someLevel(error, (level) => levelMatches(level, reverted))) return undefined
    throw new FoyerError('transaction-rejected', {
      cause: error,
      details: 'The token refuses the transfer: the account may hold too little of it.',
    })
  }
  const call = { from: address, to: token, data }
  const answer = await rpc({ method: 'eth_call', params: [call, 'latest'] }).catch(unlessReverted)
  if (parseQuantity(answer) === 0n)
    throw new FoyerError('transaction-rejected', { details: 'The token answers with false.' })
  // Some tokens return nothing, as does an address without a contract.
  if (answer !== '0x') return
  const code = await rpc({ method: 'eth_getCode', params: [token, 'latest'] }).catch(
    () => undefined,
  )
  if (code === '0x')
    throw new FoyerError('address-invalid', { details: `No token is at ${token}.` })
}
