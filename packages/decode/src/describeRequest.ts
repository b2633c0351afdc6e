import { FoyerError, requireOwnAccount } from '@foyer/protocol'
import type { ApprovalInput, DescribedNetwork } from './approvalInput.ts'
import { describeMessage } from './describeMessage.ts'
import type { DescribeServices } from './describeServices.ts'
import type { Description } from './description.ts'
import { describeBundle, describeTransaction } from './evm/describeTransaction.ts'
import { fromHex } from './evm/hex.ts'
import { decodeBase58 } from './solana/base58.ts'
import { describeSolana } from './solana/describeSolana.ts'
import { looksLikeTransaction } from './solana/message.ts'
import { describeTypedData } from './typed/describeTypedData.ts'

/**
 * Describes a request to sign: decodes it, simulates it on the chain, and rates its risk. The chain can only add
 * warnings; without its answer within 5 s, the description contains the decoded facts and says so.
 * @param input - The request, and what it is judged by: the site, the account, the network.
 * @param services - The network's JSON-RPC, the time, and a signal that ends the work.
 * @returns Codes and values, no words: what leaves and comes in smallest units, warnings with the gravest first, the risk.
 * @throws {@link FoyerError} for what must be refused before anything is shown: `action-not-allowed` (a sign-in that is
 * not right, foreign code), `params-invalid` (another network, fields that are not signed, a transaction as a message),
 * `bundle-too-large`, `unauthorized` (another account), `request-aborted`
 * @source security 3.4
 */
export async function describeRequest(
  input: ApprovalInput,
  services: DescribeServices,
): Promise<Description> {
  if (services.signal?.aborted) throw new FoyerError('request-aborted')
  const { account, network, origin, request } = input
  const words = { origin, account, chainId: network.id, now: services.now() }
  switch (request.method) {
    case 'personal_sign':
      requireOwnAccount(request.params[1], account)
      return describeMessage(fromHex(request.params[0]), words)
    case 'solana_signMessage': {
      requireOwnAccount(request.params.pubkey, account)
      const bytes = decodeBase58(request.params.message)
      if (looksLikeTransaction(bytes))
        throw new FoyerError('params-invalid', {
          details: 'These bytes are a transaction: its signature as a message could be sent.',
        })
      return describeMessage(bytes, words)
    }
    case 'eth_signTypedData_v4': {
      const [signer, data] = request.params
      requireOwnAccount(signer, account)
      mustBeOn(request.chainId, network)
      return describeTypedData({ data, chainId: BigInt(request.chainId) }, input, services)
    }
    case 'eth_sendTransaction': {
      const [transaction] = request.params
      requireOwnAccount(transaction.from ?? account, account)
      mustBeOn(request.chainId, network)
      mustBeOn(transaction.chainId, network)
      return describeTransaction(transaction, input, services)
    }
    case 'wallet_sendCalls': {
      const [bundle] = request.params
      requireOwnAccount(bundle.from, account)
      mustBeOn(request.chainId, network)
      return describeBundle(bundle, input, services)
    }
    case 'solana_signTransaction':
      requireOwnAccount(request.params.pubkey, account)
      return describeSolana([request.params.transaction], input, services)
    case 'solana_signAllTransactions':
      requireOwnAccount(request.params.pubkey, account)
      return describeSolana(request.params.transactions, input, services)
  }
}

/** A request shown for one network must not be signed for another. */
function mustBeOn(chainId: string | bigint, { id }: DescribedNetwork) {
  if (`eip155:${BigInt(chainId)}` !== id)
    throw new FoyerError('params-invalid', { details: 'The request is for another network.' })
}
