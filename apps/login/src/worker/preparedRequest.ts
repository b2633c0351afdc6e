import type { SignRequest } from '@foyer/decode'
import {
  concat,
  decodeBase58,
  decodeBase64,
  encodeBase58,
  encodeBase64,
  fromHex,
  looksLikeTransaction,
  parseSolanaTransaction,
  toHex,
  typedDataDigest,
} from '@foyer/decode/internal'
import { FoyerError, requireOwnAccount } from '@foyer/protocol'
import { sha256 } from '@noble/hashes/sha2.js'
import { personalDigest, signatureHex } from './evm/personalMessage.ts'
import { signedTransaction, transactionDigest } from './evm/transaction.ts'
import type { Addresses } from './keys/addressesOf.ts'
import type { EvmSignature } from './keys/signSecp256k1.ts'
import { signedSolanaTransaction, signerIndex } from './solana/signedSolanaTransaction.ts'

/** Signs with the keys that one operation has assembled. */
export type Signer = {
  evm(digest: Uint8Array): EvmSignature
  sol(message: Uint8Array<ArrayBuffer>): Promise<Uint8Array>
}

/** A validated request. The worker stores it, so that it signs exactly what was shown. */
export type PreparedRequest = {
  /** Hash of the exact bytes to be signed: `0x` and 64 hex digits. */
  digest: string
  sign(signer: Signer): Promise<unknown>
}

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

/** Hashes the messages or digests to be signed; several are hashed together, each prefixed with its length. */
function digestOf(messages: readonly Uint8Array[]): string {
  const parts = messages.map((message) => concat(lengthOf(message), message))
  return toHex(sha256(concat(...parts)))
}

function lengthOf(bytes: Uint8Array): Uint8Array {
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, bytes.length)
  return length
}

/**
 * Validates a request against the wallet's addresses, and computes its digest and how to sign it.
 *
 * @throws {@link FoyerError} `unauthorized` for another account, `params-invalid` for what must not be signed
 */
export function prepareRequest(request: SignRequest, own: Addresses): PreparedRequest {
  switch (request.method) {
    case 'personal_sign': {
      const [message, account] = request.params
      requireOwnAccount(account, own.evm)
      const digest = personalDigest(fromHex(message))
      return { digest: toHex(digest), sign: async ({ evm }) => signatureHex(evm(digest)) }
    }
    case 'eth_signTypedData_v4': {
      const [account, data] = request.params
      requireOwnAccount(account, own.evm)
      const digest = typedDataDigest(data, BigInt(request.chainId))
      return { digest: toHex(digest), sign: async ({ evm }) => signatureHex(evm(digest)) }
    }
    case 'eth_sendTransaction': {
      const [transaction] = request.params
      requireOwnAccount(transaction.from, own.evm)
      if (transaction.chainId !== BigInt(request.chainId))
        throw new FoyerError('params-invalid', {
          details: 'The transaction is for another network than the active one.',
        })
      const digest = transactionDigest(transaction)
      const sign: PreparedRequest['sign'] = async ({ evm }) =>
        signedTransaction(transaction, evm(digest))
      return { digest: toHex(digest), sign }
    }
    case 'wallet_sendCalls': {
      const [{ calls, from }] = request.params
      requireOwnAccount(from, own.evm)
      for (const [index, call] of calls.entries()) {
        requireOwnAccount(call.from, own.evm)
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
