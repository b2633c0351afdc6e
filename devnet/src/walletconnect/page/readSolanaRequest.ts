import { looksLikeTransaction } from '@foyer/decode/internal'
import { base58, base64 } from '@scure/base'
import * as v from 'valibot'
import { signSolanaMessage } from '../../wallet/approve/solana_signMessage.ts'
import { signSolanaTransaction } from '../../wallet/approve/solana_signTransaction.ts'
import { sendOptions } from '../../wallet/messages.ts'
import { invalidParams, rpcError } from '../../wallet/page/rpcError.ts'
import { readTransaction } from '../../wallet/readTransaction.ts'
import { type Ask, type AskContext, grantedAccount } from './ask.ts'
import { addressesOf, networkName, solanaNetwork } from './networks.ts'

const encoded = (coder: { decode: (text: string) => Uint8Array }, words: string) =>
  v.pipe(
    v.string(words),
    v.rawTransform(({ addIssue, dataset, NEVER }) => {
      try {
        return coder.decode(dataset.value)
      } catch {
        addIssue({ message: words })
        return NEVER
      }
    }),
  )
const pubkey = v.string('Expected a pubkey.')
const transaction = encoded(base64, 'Expected a transaction in base64.')

/** @source https://docs.reown.com/advanced/multichain/rpc-reference/solana-rpc */
const shapes = {
  solana_signMessage: v.object({
    pubkey,
    message: encoded(base58, 'Expected a message in base58.'),
  }),
  solana_signTransaction: v.object({ pubkey, transaction }),
  solana_signAllTransactions: v.object({
    pubkey,
    transactions: v.pipe(v.array(transaction), v.minLength(1, 'Expected transactions.')),
  }),
  solana_signAndSendTransaction: v.object({
    pubkey,
    transaction,
    sendOptions: v.optional(v.omit(sendOptions, ['commitment']), {}),
  }),
}

/**
 * Reads a request for a Solana network.
 *
 * @throws Error with the code for the site, if the user can not be asked.
 */
export function readSolanaRequest(
  context: AskContext,
  method: string,
  params: readonly unknown[],
): Ask {
  const parse = <T extends v.GenericSchema>(shape: T): v.InferOutput<T> => {
    const parsed = v.safeParse(shape, params[0])
    if (!parsed.success) throw invalidParams(parsed.issues[0].message)
    return parsed.output
  }
  const account = (address: string) => grantedAccount(context, 'solana', address)
  const network = solanaNetwork(context.config, context.chainId)
  const transactions = (
    index: number,
    list: readonly Uint8Array[],
    options = {},
    sends = false,
  ) => {
    const all = list.map((bytes) => ({ bytes, options }))
    const site = context.session.peer.metadata.url
    return signSolanaTransaction({ account: index, network, sends, site, transactions: all })
  }
  switch (method) {
    case 'solana_getAccounts':
    case 'solana_requestAccounts': {
      const { chainId, session } = context
      const accounts = session.namespaces.solana?.accounts ?? []
      const own = accounts.filter((each) => each.startsWith(`${chainId}:`))
      return {
        kind: 'known',
        result: own.map((each) => ({ pubkey: each.slice(chainId.length + 1) })),
      }
    }
    case 'solana_signMessage': {
      const { message, pubkey: signer } = parse(shapes.solana_signMessage)
      if (looksLikeTransaction(message)) {
        throw invalidParams('A transaction cannot be signed as a message.')
      }
      return {
        kind: 'question',
        screen: signSolanaMessage({ account: account(signer), messages: [message] }),
        toResult: (made) => ({ signature: base58.encode(bytesOf(made)[0]!) }),
      }
    }
    case 'solana_signTransaction': {
      const { pubkey: signer, transaction: bytes } = parse(shapes.solana_signTransaction)
      const index = account(signer)
      return {
        kind: 'question',
        screen: transactions(index, [bytes]),
        toResult(made) {
          const [signed] = bytesOf(made)
          const signature = signatureOf(signed!, addressesOf('solana')[index]!)
          return { signature, transaction: base64.encode(signed!) }
        },
      }
    }
    case 'solana_signAllTransactions': {
      const { pubkey: signer, transactions: list } = parse(shapes.solana_signAllTransactions)
      return {
        kind: 'question',
        screen: transactions(account(signer), list),
        toResult: (made) => ({ transactions: bytesOf(made).map((each) => base64.encode(each)) }),
      }
    }
    case 'solana_signAndSendTransaction': {
      const { pubkey: signer, ...sent } = parse(shapes.solana_signAndSendTransaction)
      if (network.rpcUrl === undefined) {
        const name = networkName(context.config, context.chainId)
        throw rpcError(4901, `The wallet can’t reach ${name}, so it can’t send the transaction.`)
      }
      return {
        kind: 'question',
        screen: transactions(account(signer), [sent.transaction], sent.sendOptions, true),
        toResult: (made) => ({ signature: base58.encode(bytesOf(made)[0]!) }),
      }
    }
    default:
      throw rpcError(5101, `This wallet does not support ${method}.`)
  }
}

/** Results of the development wallet's screens. */
const bytesOf = (made: unknown) => v.parse(v.array(v.instance(Uint8Array)), made)

function signatureOf(signed: Uint8Array, address: string): string {
  const { signatures, signers } = readTransaction(signed)
  return base58.encode(signatures[signers.indexOf(address)]!)
}
