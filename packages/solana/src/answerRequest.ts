import type { Provider } from '@foyer/core'
import { type ChainId, FoyerError, type SolanaMethod, solanaMethods } from '@foyer/protocol'
import * as v from 'valibot'
import { fromBase58, fromBase64, readBytes, toBase58, toBase64 } from './bytes.ts'
import { toStandardChain } from './standardChains.ts'
import {
  parseStandardAccounts,
  readFeature,
  type StandardAccount,
  type StandardWallet,
} from './standardWallet.ts'
import { toSolanaError } from './toSolanaError.ts'
import { parseWireTransaction, readSignature } from './wireTransaction.ts'

type Params<method extends SolanaMethod> = v.InferOutput<(typeof solanaMethods)[method]['params']>
type Signing = { account: StandardAccount; chainId: ChainId | undefined; wallet: StandardWallet }
type Answers = {
  [method in SolanaMethod]: (params: Params<method>, signing: Signing) => Promise<unknown>
}

/**
 * Answers a wire method through the features of a Wallet Standard wallet.
 *
 * @param asked.given - The accounts from the connect.
 * @returns The result of the method's schema.
 * @throws FoyerError `unsupported-method`, `params-invalid`, `unauthorized` (an account that the wallet did not
 *   provide), `chain-disconnected`, `capability-unsupported` (a version of transactions), `user-rejected`, `unknown` …
 * @source https://github.com/anza-xyz/wallet-standard
 */
export async function answerRequest(
  { chainId, method, params }: Parameters<Provider['request']>[0],
  { given, wallet }: { wallet: StandardWallet; given: readonly StandardAccount[] },
): Promise<unknown> {
  if (!Object.hasOwn(answers, method))
    throw new FoyerError('unsupported-method', { details: method })
  const name = method as SolanaMethod
  const parsed = v.safeParse(solanaMethods[name].params, params)
  if (!parsed.success)
    throw new FoyerError('params-invalid', {
      details: `${method}: ${v.getDotPath(parsed.issues[0]) ?? 'params'} ${parsed.issues[0].message}.`,
    })
  const account = findAccount({ wallet, given, address: parsed.output.pubkey })
  const answer = answers[name] as (params: unknown, signing: Signing) => Promise<unknown>
  return answer(parsed.output, { account, chainId, wallet })
}

const answers: Answers = {
  async solana_signMessage({ message }, { account, wallet }) {
    const feature = requireFeature(wallet, account, 'solana:signMessage')
    const bytes = new Uint8Array(fromBase58(message))
    const [output] = await ask(1, () =>
      feature.signMessage({ account: account.own, message: bytes }),
    )
    const signed = readField(output, 'signedMessage')
    if (signed && toBase64(signed) !== toBase64(bytes))
      throw new FoyerError('unknown', {
        details: 'The wallet signed another text than it was asked to.',
      })
    return { signature: toBase58(requireField(output, 'signature')) }
  },

  async solana_signTransaction({ transaction }, signing) {
    const [signed] = await signAll([transaction], signing)
    const parsed = parseWireTransaction(signed, 'The signed transaction')
    const signature = readSignature(parsed, signing.account.address)
    if (!signature) throw notSigned()
    return { signature: toBase58(signature), transaction: signed }
  },

  async solana_signAllTransactions({ transactions }, signing) {
    return { transactions: await signAll(transactions, signing) }
  },

  async solana_signAndSendTransaction({ sendOptions, transaction }, { account, chainId, wallet }) {
    const feature = requireFeature(wallet, account, 'solana:signAndSendTransaction')
    requireVersions(feature.supportedTransactionVersions, [transaction])
    const chain = toStandardChain(requireChain(account, chainId))
    const [output] = await ask(1, () =>
      feature.signAndSendTransaction({
        account: account.own,
        chain,
        transaction: fromBase64(transaction),
        ...(sendOptions && { options: sendOptions }),
      }),
    )
    return { signature: toBase58(requireField(output, 'signature')) }
  },
}

async function signAll(
  transactions: readonly string[],
  { account, chainId, wallet }: Signing,
): Promise<string[]> {
  const feature = requireFeature(wallet, account, 'solana:signTransaction')
  requireVersions(feature.supportedTransactionVersions, transactions)
  const chain = chainId && toStandardChain(requireChain(account, chainId))
  const inputs = transactions.map((transaction) => ({
    account: account.own,
    ...(chain && { chain }),
    transaction: fromBase64(transaction),
  }))
  const outputs = await ask(inputs.length, () => feature.signTransaction(...inputs))
  return outputs.map((output) => toBase64(requireField(output, 'signedTransaction')))
}

/** Reads the account's current state: features and networks may have changed since the connect. */
function findAccount({
  address,
  given,
  wallet,
}: {
  address: string
  given: readonly StandardAccount[]
  wallet: StandardWallet
}): StandardAccount {
  const account = [...readCurrent(wallet), ...given].find((one) => one.address === address)
  if (account) return account
  throw new FoyerError('unauthorized', {
    details: `The wallet did not give the account ${address}.`,
  })
}

function readCurrent(wallet: StandardWallet): readonly StandardAccount[] {
  try {
    return parseStandardAccounts(wallet.accounts)
  } catch {
    // A getter of an untrusted object threw.
    return []
  }
}

function requireFeature<name extends Parameters<typeof readFeature>[1]>(
  wallet: StandardWallet,
  account: StandardAccount,
  name: name,
): NonNullable<ReturnType<typeof readFeature<name>>> {
  const feature = account.features.includes(name) ? readFeature(wallet, name) : undefined
  if (feature) return feature
  throw new FoyerError('unsupported-method', { details: `This wallet has no ${name}.` })
}

/** @throws FoyerError `chain-disconnected` when the account does not support this network */
function requireChain(account: StandardAccount, chainId: ChainId | undefined): ChainId {
  const chain = chainId ?? account.chainIds[0]
  if (chain && account.chainIds.some((one) => one === chain)) return chain
  throw new FoyerError('chain-disconnected', {
    details: `The wallet gave the account for ${account.chainIds.join(', ')}, not for ${chain}.`,
  })
}

function requireVersions(supported: unknown, transactions: readonly string[]): void {
  if (!Array.isArray(supported)) return
  for (const transaction of transactions) {
    const { version } = parseWireTransaction(transaction)
    if (!supported.includes(version))
      throw new FoyerError('capability-unsupported', {
        details: `This wallet signs no transaction of version ${version}.`,
      })
  }
}

/** Calls a feature that returns a list, one result per input. */
async function ask(count: number, run: () => unknown): Promise<readonly unknown[]> {
  let outputs: unknown
  try {
    outputs = await run()
  } catch (error) {
    throw toSolanaError(error)
  }
  if (Array.isArray(outputs) && outputs.length === count) return outputs
  throw new FoyerError('unknown', { details: `The wallet did not give ${count} answers.` })
}

function readField(output: unknown, name: string): Uint8Array | undefined {
  try {
    return readBytes((output as Record<string, unknown>)[name])
  } catch {
    // Not an object, or a getter of an untrusted object threw.
    return undefined
  }
}

function requireField(output: unknown, name: string): Uint8Array {
  const bytes = readField(output, name)
  if (bytes) return bytes
  throw new FoyerError('unknown', { details: `The wallet answered with no ${name}.` })
}

function notSigned(): FoyerError {
  return new FoyerError('unknown', { details: 'The wallet did not sign the transaction.' })
}
