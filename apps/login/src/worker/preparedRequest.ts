import type { SignRequest } from '@foyer/decode'
import {
  decodeBase58,
  decodeBase64,
  encodeBase58,
  encodeBase64,
  fromHex,
  looksLikeTransaction,
  nestMessage,
  nestTypedData,
  parseSolanaTransaction,
  refuseAccountData,
  toHex,
  typedDataDigest,
} from '@foyer/decode/internal'
import { FoyerError, requireOwnAccount } from '@foyer/protocol'
import { digestOf } from './digestOf.ts'
import { personalDigest, signatureHex } from './evm/personalMessage.ts'
import {
  prepareTogether,
  prepareUndo,
  refuseOwnCode,
  type SmartAccounts,
} from './evm/prepareAccount.ts'
import { prepareGrant } from './evm/prepareGrant.ts'
import { signedTransaction, transactionDigest } from './evm/transaction.ts'
import type { Addresses } from './keys/addressesOf.ts'
import type { PreparedRequest, Signer } from './signer.ts'
import { signedSolanaTransaction, signerIndex } from './solana/signedSolanaTransaction.ts'

function prepareSolana(texts: readonly string[], own: string) {
  return texts.map((text) => {
    const transaction = parseSolanaTransaction(decodeBase64(text))
    const index = signerIndex(transaction, decodeBase58(own))
    return async ({ sol }: Signer) => {
      const signature = await sol(transaction.messageBytes)
      const bytes = signedSolanaTransaction(transaction, { index, signature })
      return { signature: encodeBase58(signature), transaction: encodeBase64(bytes) }
    }
  })
}

/**
 * Validates a request against the wallet's addresses, and computes its digest and how to sign it.
 *
 * @param accounts - The code that the operator allows for smart accounts.
 * @throws {@link FoyerError} `unauthorized` for another account, `params-invalid` for what must not be signed,
 *   `action-not-allowed` for what would let foreign code, or a site, act as the account
 */
export function prepareRequest(
  request: SignRequest,
  own: Addresses,
  accounts: SmartAccounts = {},
  now: () => number = Date.now,
): PreparedRequest {
  switch (request.method) {
    case 'personal_sign': {
      const [message, account] = request.params
      requireOwnAccount(account, own.evm)
      const plain = personalDigest(fromHex(message))
      const { smartAccountOn } = request
      const digest = smartAccountOn
        ? nestMessage(plain, { account: own.evm, chainId: BigInt(smartAccountOn) })
        : plain
      return { digest: toHex(digest), sign: async ({ evm }) => signatureHex(evm(digest)) }
    }
    case 'eth_signTypedData_v4': {
      const [account, data] = request.params
      requireOwnAccount(account, own.evm)
      const chainId = BigInt(request.chainId)
      refuseAccountData(data, own.evm)
      if (!request.isSmartAccount) {
        const digest = typedDataDigest(data, chainId)
        return { digest: toHex(digest), sign: async ({ evm }) => signatureHex(evm(digest)) }
      }
      const { complete, digest } = nestTypedData(data, { account: own.evm, chainId })
      return {
        digest: toHex(digest),
        sign: async ({ evm }) => toHex(complete(fromHex(signatureHex(evm(digest))))),
      }
    }
    case 'eth_sendTransaction': {
      const [transaction] = request.params
      requireOwnAccount(transaction.from, own.evm)
      if (transaction.chainId !== BigInt(request.chainId))
        throw new FoyerError('params-invalid', {
          details: 'The transaction is for another network than the active one.',
        })
      refuseOwnCode(transaction, { accounts, chainId: transaction.chainId, own: own.evm })
      const digest = transactionDigest(transaction)
      const sign: PreparedRequest['sign'] = async ({ evm }) =>
        signedTransaction(transaction, evm(digest))
      return { digest: toHex(digest), sign }
    }
    case 'wallet_sendCalls': {
      const [bundle] = request.params
      requireOwnAccount(bundle.from, own.evm)
      const place = { accounts, chainId: BigInt(request.chainId), own: own.evm }
      if ('together' in bundle) return prepareTogether(bundle, place)
      const { calls } = bundle
      for (const [index, call] of calls.entries()) {
        requireOwnAccount(call.from, own.evm)
        refuseOwnCode(call, place)
        const isNext = call.nonce === (calls[0]?.nonce ?? 0n) + BigInt(index)
        if (call.chainId !== BigInt(request.chainId) || !isNext)
          throw new FoyerError('params-invalid', {
            details: 'The transactions are not one after the other on the active network.',
          })
      }
      const digests = calls.map(transactionDigest)
      return {
        digest: digestOf(digests),
        sign: async ({ evm }) =>
          calls.map((call, index) => signedTransaction(call, evm(digests[index]!))),
      }
    }
    case 'foyer_undoSmartAccount': {
      const [{ from, ...fees }] = request.params
      requireOwnAccount(from, own.evm)
      return prepareUndo(fees, { accounts, chainId: BigInt(request.chainId), own: own.evm })
    }
    case 'wallet_requestExecutionPermissions': {
      const [asked] = request.params
      requireOwnAccount(asked.grant.account, own.evm)
      const chainId = BigInt(request.chainId)
      return prepareGrant(asked, { accounts, chainId, now, own: own.evm })
    }
    case 'solana_signMessage': {
      const { message, pubkey } = request.params
      requireOwnAccount(pubkey, own.sol)
      const bytes = decodeBase58(message)
      if (looksLikeTransaction(bytes))
        throw new FoyerError('params-invalid', {
          details: 'These bytes are a transaction: its signature as a message could be sent.',
        })
      return {
        digest: digestOf([bytes]),
        sign: async ({ sol }) => ({ signature: encodeBase58(await sol(bytes)) }),
      }
    }
    case 'solana_signTransaction':
    case 'solana_signAllTransactions': {
      const { params } = request
      requireOwnAccount(params.pubkey, own.sol)
      const texts = 'transaction' in params ? [params.transaction] : params.transactions
      const steps = prepareSolana(texts, own.sol)
      const digest = digestOf(
        texts.map((text) => parseSolanaTransaction(decodeBase64(text)).messageBytes),
      )
      return {
        digest,
        async sign(signer) {
          const signed = []
          for (const step of steps) signed.push(await step(signer))
          if ('transaction' in params) return signed[0]
          return { transactions: signed.map(({ transaction }) => transaction) }
        },
      }
    }
  }
}
