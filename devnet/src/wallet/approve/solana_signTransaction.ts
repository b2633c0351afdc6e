import { base58 } from '@scure/base'
import type { SendOptions } from '../messages.ts'
import type { SolanaNetwork } from '../solanaNetwork.ts'
import { solanaAccountRow } from './accountRow.ts'
import { element } from './element.ts'
import type { Screen } from './screen.ts'
import { drawTransaction } from './solana/drawTransaction.ts'
import { signTransactionBytes } from './solana/signature.ts'
import { createSolanaRpc } from './solana/solanaRpc.ts'

/**
 * Asks to sign transactions, and to send them where that is what the site wants.
 *
 * @throws RangeError for bytes that are no transaction, or one that another account must sign.
 */
export function signSolanaTransaction({
  account,
  network,
  sends,
  transactions,
}: signSolanaTransaction.Options): Screen {
  // Before the person reads: what can not be signed is not asked.
  const signed = transactions.map(({ bytes }) => signTransactionBytes(account, bytes))
  const drawn = transactions.map(({ bytes }, index) =>
    drawTransaction(bytes, { account, network, isFirst: index === 0 }),
  )
  const count = transactions.length
  const verb = sends ? 'Send' : 'Sign'
  const [single] = count === 1 ? drawn : []
  const title = single ? (single.title ?? `${verb} transaction`) : `${verb} ${count} transactions`
  const body = single
    ? [...(single.headline ? [single.headline] : []), solanaAccountRow(account), ...single.body]
    : [
        solanaAccountRow(account),
        ...drawn.map(({ title: what, headline, body: rest }, index) =>
          element(
            'section',
            { class: 'part' },
            element('h2', {}, `Transaction ${index + 1} of ${count}`),
            ...(headline
              ? [element('p', { class: 'amount small' }, `${what} `, ...headline.childNodes)]
              : []),
            ...rest,
          ),
        ),
      ]
  return {
    title,
    wants: sends
      ? `asks you to send ${count > 1 ? 'transactions' : 'a transaction'}`
      : `asks you to sign ${count > 1 ? 'transactions' : 'a transaction'}, which it can send later`,
    accept: verb,
    body,
    async run() {
      if (!sends) return signed.map((each) => each.signed)
      const { rpcUrl } = network
      if (rpcUrl === undefined) throw new Error(`The wallet has no RPC address of ${network.id}.`)
      const rpc = createSolanaRpc(rpcUrl)
      const signatures: Uint8Array[] = []
      for (const [index, { options }] of transactions.entries()) {
        signatures.push(base58.decode(await rpc.send(signed[index]!.signed, options)))
      }
      return signatures
    },
  }
}

export declare namespace signSolanaTransaction {
  type Options = {
    account: number
    network: SolanaNetwork
    /** Whether the wallet sends what it signed. */
    sends: boolean
    transactions: readonly { bytes: Uint8Array; options: SendOptions }[]
  }
}
