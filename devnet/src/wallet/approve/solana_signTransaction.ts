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
 * Asks to sign transactions, and to send them if the site wants that.
 *
 * @throws Error -32602 for bytes that are not a transaction, or one that another account must sign.
 */
export function signSolanaTransaction({
  account,
  network,
  sends,
  site,
  transactions,
}: signSolanaTransaction.Options): Screen {
  // Reject transactions that can not be signed before the user reads them.
  const signed = transactions.map(({ bytes }) => signTransactionBytes(account, bytes))
  const drawn = transactions.map(({ bytes }, index) =>
    drawTransaction(bytes, { account, network, site, isFirst: index === 0 }),
  )
  const count = transactions.length
  const verb = sends ? 'Send' : 'Sign'
  const title = count === 1 ? `${verb} transaction` : `${verb} ${count} transactions`
  const body =
    count === 1
      ? drawn
      : drawn.map((each, index) =>
          element(
            'section',
            { class: 'part' },
            element('h2', {}, `Transaction ${index + 1} of ${count}`),
            each,
          ),
        )
  return {
    title,
    wants: sends
      ? `asks you to send ${count > 1 ? 'transactions' : 'a transaction'}`
      : `asks you to sign ${count > 1 ? 'transactions' : 'a transaction'}, which it can send later`,
    accept: verb,
    body: [solanaAccountRow(account), ...body],
    async run() {
      if (!sends) return signed.map((each) => each.signed)
      const { rpcUrl } = network
      if (rpcUrl === undefined) throw new Error(`The wallet has no RPC URL for ${network.id}.`)
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
    /** True if the wallet also sends the signed transaction. */
    sends: boolean
    /** The requesting origin. */
    site: string
    transactions: readonly { bytes: Uint8Array; options: SendOptions }[]
  }
}
