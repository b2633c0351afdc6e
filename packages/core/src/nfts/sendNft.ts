import { FoyerError, type Namespace } from '@foyer/protocol'
import type { Nft } from '@foyer/protocol/api'
import { readConnection } from '../account/readConnection.ts'
import { walletRequest } from '../connection/walletRequest.ts'
import type { Foyer } from '../foyer.ts'
import { createRpc } from '../http/createRpc.ts'
import { requireNetwork } from '../network/requireNetwork.ts'
import { writeTransaction } from '../send/sendTransaction.ts'

/**
 * Sends an NFT from the connected account, which must be on the NFT's network. It is listed as pending in the account's
 * `transactions`; `waitForTransaction` reports its outcome.
 *
 * @returns The transaction id.
 * @throws FoyerError `amount-and-receiver-required`, `not-connected`, `chain-unsupported` (the adapter has no
 *   `sendNft`, or the wallet is on another network), `network-undefined`, `address-invalid` (the receiver),
 *   `params-invalid` (the amount), `transaction-rejected` (it can not be sent, or
 *   the contract refuses), `user-rejected`, `request-timed-out`
 * @example await sendNft(foyer, { nft, to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' })
 *
 * @source spec 5.9, 5.10
 */
export async function sendNft(foyer: Foyer, parameters: sendNft.Parameters): Promise<string> {
  const { amount = 1n, nft, signal } = parameters
  const to = typeof parameters.to === 'string' ? parameters.to.trim() : ''
  if (typeof amount !== 'bigint' || amount <= 0n || to === '')
    throw new FoyerError('amount-and-receiver-required')
  const { adapter, connection } = readConnection(foyer, parameters.namespace)
  const { namespace } = adapter
  const send = adapter.sendNft
  const { address, chainId, provider } = connection
  if (!send)
    throw new FoyerError('chain-unsupported', { details: `${namespace} can not send NFTs.` })
  if (nft.chainId !== chainId)
    throw new FoyerError('chain-unsupported', {
      details: `The NFT is on ${nft.chainId}, the wallet on ${chainId}: switch the network first.`,
    })
  const network = requireNetwork(foyer, chainId)
  if (!(await adapter.verifyAddress(to))) throw new FoyerError('address-invalid', { details: to })
  if (nft.isSendable === false)
    throw new FoyerError('transaction-rejected', { details: `${nft.contract} can not be sent.` })
  const { contract, standard, tokenId } = nft
  const token = { contract, standard, tokenId: BigInt(tokenId) }
  const hash = await walletRequest(foyer, {
    kind: 'send',
    namespace,
    signal,
    run: (ended) =>
      send({
        ...token,
        address,
        amount,
        network,
        provider: provider.until?.(ended) ?? provider,
        rpc: createRpc(foyer, network),
        to,
      }),
  })
  writeTransaction(foyer, {
    forAddress: address,
    namespace,
    sent: { hash, chainId, sentAt: Date.now(), status: 'pending' },
  })
  return hash
}

export declare namespace sendNft {
  type Parameters = {
    /** As `getNfts` lists it. */
    nft: Pick<Nft, 'chainId' | 'contract' | 'isSendable' | 'standard' | 'tokenId'>
    to: string
    /** Number of units, of an NFT of which there are several. @default 1n */
    amount?: bigint | undefined
    /** @default the active one */
    namespace?: Namespace | undefined
    signal?: AbortSignal | undefined
  }
}
