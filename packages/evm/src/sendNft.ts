import type { Network, Provider, Rpc } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import type { Nft } from '@foyer/protocol/api'
import { checkReceiver, tryTransfer } from './send.ts'
import { sendTransaction } from './sendTransaction.ts'
import { word } from './writeTransfer.ts'

/** `safeTransferFrom(address,address,uint256)`. @source https://eips.ethereum.org/EIPS/eip-721 */
const selector721 = '0x42842e0e'
/** `safeTransferFrom(address,address,uint256,uint256,bytes)`. @source https://eips.ethereum.org/EIPS/eip-1155 */
const selector1155 = '0xf242432a'

/**
 * Sends an NFT by its safe transfer, which a contract as the receiver must accept. The transfer is simulated first: one
 * that would fail never reaches the wallet.
 *
 * @param parameters.amount - Units; 1 for ERC-721.
 * @returns The transaction's hash.
 * @throws FoyerError `params-invalid` (the amount or the id), `address-invalid` (no address, the zero address, the
 *   contract itself, no contract), `transaction-rejected` (the contract or the receiver refuses), `user-rejected` …
 */
export async function sendNft({
  address,
  amount,
  contract,
  network,
  provider,
  rpc,
  standard,
  to,
  tokenId,
}: sendNft.Parameters): Promise<string> {
  const isSingle = standard === 'ERC721'
  if (amount < 1n || amount >= 2n ** 256n || (isSingle && amount !== 1n))
    throw new FoyerError('params-invalid', {
      details: isSingle ? 'amount must be 1n.' : 'amount must be from 1n to 2n ** 256n - 1n.',
    })
  if (tokenId < 0n || tokenId >= 2n ** 256n)
    throw new FoyerError('params-invalid', {
      details: 'tokenId must be from 0n to 2n ** 256n - 1n.',
    })
  checkReceiver(to, 'The receiver')
  checkReceiver(contract, 'The contract')
  if (to.toLowerCase() === contract.toLowerCase())
    throw new FoyerError('address-invalid', {
      details: 'The receiver is the NFT’s contract: what it gets is lost.',
    })
  const words = [BigInt(address), BigInt(to), tokenId]
  // The last parameter is empty: its place, then its length.
  if (!isSingle) words.push(amount, 160n, 0n)
  const data = `${isSingle ? selector721 : selector1155}${words.map(word).join('')}` as const
  await tryTransfer({ address, data, rpc, token: contract })
  return sendTransaction({ address, network, provider, transaction: { to: contract, data } })
}

export declare namespace sendNft {
  type Parameters = {
    address: string
    amount: bigint
    contract: string
    network: Network
    provider: Provider
    rpc: Rpc
    standard: Nft['standard']
    to: string
    tokenId: bigint
  }
}
