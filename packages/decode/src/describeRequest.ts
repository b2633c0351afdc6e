import { FoyerError, requireOwnAccount } from '@foyer/protocol'
import type { ApprovalInput, DescribedNetwork } from './approvalInput.ts'
import { describeMessage } from './describeMessage.ts'
import type { DescribeServices } from './describeServices.ts'
import type { Description } from './description.ts'
import { describeGrant } from './evm/describeGrant.ts'
import { describeBundle, describeTransaction, describeUndo } from './evm/describeTransaction.ts'
import { fromHex } from './evm/hex.ts'
import { decodeBase58 } from './solana/base58.ts'
import { describeSolana } from './solana/describeSolana.ts'
import { looksLikeTransaction } from './solana/message.ts'
import { describeTypedData } from './typed/describeTypedData.ts'

/**
 * Describes a request to sign: decodes it, simulates it on the chain, and rates its risk. An answer of the chain can
 * never remove a warning. If it does not answer within 5 s, the description contains the decoded facts, and `simulation`
 * says so.
 * @param input - The request with its site, account and network.
 * @param services - The network's JSON-RPC, the clock, and an abort signal.
 * @returns Codes and values, no words: outgoing and incoming amounts in smallest units, the risk, and the warnings, the
 * most severe first.
 * @throws {@link FoyerError} for what must be refused before anything is shown: `action-not-allowed` (an
 * invalid sign-in, delegation to other code), `params-invalid` (another network, unsigned fields, a transaction as a message),
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
      for (const call of bundle.calls)
        if ('nonce' in call) {
          requireOwnAccount(call.from ?? account, account)
          mustBeOn(call.chainId, network)
        }
      return describeBundle(bundle, input, services)
    }
    case 'foyer_undoSmartAccount': {
      const [undo] = request.params
      requireOwnAccount(undo.from, account)
      mustBeOn(request.chainId, network)
      return describeUndo(undo, input)
    }
    case 'wallet_requestExecutionPermissions': {
      const [asked] = request.params
      requireOwnAccount(asked.grant.account, account)
      mustBeOn(request.chainId, network)
      return describeGrant(asked, input, services)
    }
    case 'solana_signTransaction':
      requireOwnAccount(request.params.pubkey, account)
      return describeSolana([request.params.transaction], input, services)
    case 'solana_signAllTransactions':
      requireOwnAccount(request.params.pubkey, account)
      return describeSolana(request.params.transactions, input, services)
  }
}

/** Requires that a request is for the described network. @throws {@link FoyerError} `params-invalid` */
function mustBeOn(chainId: string | bigint, { id }: DescribedNetwork) {
  if (`eip155:${BigInt(chainId)}` !== id)
    throw new FoyerError('params-invalid', { details: 'The request is for another network.' })
}
