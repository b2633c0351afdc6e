import { type Foyer, readAccount, type Store, sendNft, waitForTransaction } from '@foyer/core'
import { createStore } from '@foyer/core/internal'
import { type ChainId, type FoyerError, namespaceOf, toFoyerError } from '@foyer/protocol'
import type { Nft } from '@foyer/protocol/api'

/** The values that the user has entered, and the step of the transfer. */
export type SendState = {
  readonly to: string
  /** Whole units, as text. */
  readonly amount: string
  readonly step: 'form' | 'review' | 'waiting' | 'sent'
  /** The field that is wrong, after a try to go on. */
  readonly wrong: 'to' | 'own' | 'amount' | undefined
  /** Of the last request; null unless it failed. */
  readonly error: FoyerError | null
  readonly hash: string | undefined
  /** Undefined until it is in a block. */
  readonly outcome: 'success' | 'reverted' | undefined
}

/** Sending one NFT. It goes on while another view is shown, as the approval of an embedded wallet. */
export type SendFlow = {
  readonly store: Store<SendState>
  /** Changes a field. */
  enter(fields: Partial<Pick<SendState, 'amount' | 'to'>>): void
  /** Checks the fields, and shows them for confirmation. */
  review(): Promise<void>
  /** Returns to the fields. */
  edit(): void
  /** Asks the wallet. Never rejects: see `error` in the state. */
  send(): Promise<void>
}

export function createSendFlow(foyer: Foyer, nft: Nft): SendFlow {
  const chainId = nft.chainId as ChainId
  const namespace = namespaceOf(chainId)
  const store = createStore<SendState>({
    ...{ to: '', amount: '1', step: 'form', wrong: undefined },
    ...{ error: null, hash: undefined, outcome: undefined },
  })
  const write = (more: Partial<SendState>) => store.set((state) => ({ ...state, ...more }))

  async function findWrong(): Promise<SendState['wrong']> {
    const { amount, to } = store.get()
    const receiver = to.trim()
    if (!(await foyer.adapters[namespace]?.verifyAddress(receiver))) return 'to'
    const { address } = readAccount(foyer, namespace)
    if (receiver.toLowerCase() === address?.toLowerCase()) return 'own'
    if (!/^[1-9]\d{0,77}$/.test(amount.trim()) || BigInt(amount) > BigInt(nft.quantity))
      return 'amount'
    return undefined
  }

  /** Updates the state once the transaction is in a block. */
  async function follow(hash: string): Promise<void> {
    try {
      const { status } = await waitForTransaction(foyer, { chainId, hash, namespace })
      write({ outcome: status })
    } catch (error) {
      // The history shows it as pending.
      foyer.log('info', 'the outcome of a transfer is not known', error)
    }
  }

  return {
    store,
    enter: (fields) => write({ ...fields, wrong: undefined }),
    async review() {
      const wrong = await findWrong()
      write({ wrong, error: null, step: wrong ? 'form' : 'review' })
    },
    edit: () => write({ step: 'form', error: null }),
    async send() {
      const { amount, step, to } = store.get()
      if (step !== 'review') return
      write({ step: 'waiting', error: null })
      try {
        const hash = await sendNft(foyer, { amount: BigInt(amount), namespace, nft, to })
        write({ step: 'sent', hash })
        void follow(hash)
      } catch (error) {
        write({ step: 'review', error: toFoyerError(error) })
      }
    },
  }
}
