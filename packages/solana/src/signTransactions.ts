import type { Network, Provider, Transaction } from '@foyer/core'
import { type ChainId, FoyerError } from '@foyer/protocol'
import { askWallet, toSignature } from './askWallet.ts'
import { fromBase58, toBase64 } from './bytes.ts'
import { parseSolanaTransaction } from './solanaTransaction.ts'
import {
  addSignature,
  parseWireTransaction,
  readSignature,
  type WireTransaction,
} from './wireTransaction.ts'

/**
 * Asks the wallet to sign transactions without sending them, all at once if possible.
 *
 * @returns The signed transactions, base64. A wallet may have added instructions (a fee, a guard).
 * @throws FoyerError `params-invalid`, `user-rejected`, `unsupported-method` …
 */
export async function signTransactions({
  address,
  network,
  provider,
  transactions,
}: {
  address: string
  network: Network
  provider: Provider
  transactions: readonly Transaction[]
}): Promise<string[]> {
  const parsed = transactions.map((one) => parseSolanaTransaction(one, { address }).transaction)
  const asking = { address, chainId: network.caipNetworkId, provider }
  if (parsed.length > 1) {
    try {
      return await signAll(parsed, asking)
    } catch (error) {
      if (!(error instanceof FoyerError && error.code === 'unsupported-method')) throw error
      // Signed one after the other below.
    }
  }
  const signed: string[] = []
  for (const transaction of parsed) signed.push(await signTransaction(transaction, asking))
  return signed
}

type Asking = { address: string; chainId: ChainId; provider: Provider }

/**
 * Asks the wallet to sign one transaction.
 *
 * @returns The signed transaction, base64.
 */
export async function signTransaction(
  transaction: WireTransaction,
  { address, chainId, provider }: Asking,
): Promise<string> {
  const answer = await askWallet(provider, {
    chainId,
    method: 'solana_signTransaction',
    params: { transaction: toBase64(transaction.bytes), pubkey: address },
  })
  const signature = new Uint8Array(fromBase58(toSignature(answer.signature)))
  return answer.transaction === undefined
    ? toBase64(addSignature(transaction, { address, signature }))
    : requireSigned(answer.transaction, address)
}

async function signAll(
  transactions: readonly WireTransaction[],
  { address, chainId, provider }: Asking,
): Promise<string[]> {
  const answer = await askWallet(provider, {
    chainId,
    method: 'solana_signAllTransactions',
    params: { transactions: transactions.map(({ bytes }) => toBase64(bytes)), pubkey: address },
  })
  if (answer.transactions.length !== transactions.length)
    throw new FoyerError('unknown', {
      details: `The wallet signed ${answer.transactions.length} of ${transactions.length} transactions.`,
    })
  return answer.transactions.map((signed) => requireSigned(signed, address))
}

function requireSigned(signed: string, address: string): string {
  if (readSignature(parseAnswer(signed), address)) return signed
  throw new FoyerError('unknown', { details: 'The wallet did not sign the transaction.' })
}

function parseAnswer(signed: string): WireTransaction {
  try {
    return parseWireTransaction(signed)
  } catch (cause) {
    throw new FoyerError('unknown', {
      cause,
      details: 'The wallet answered with no transaction.',
    })
  }
}
