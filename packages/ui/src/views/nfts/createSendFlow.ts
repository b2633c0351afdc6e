import {
  type Foyer,
  type Receiver,
  type ReceiverWarning,
  resolveReceiver,
  type Store,
  sendNft,
  waitForTransaction,
} from '@foyer/core'
import { createStore, readReceiver, rememberContact } from '@foyer/core/internal'
import { type ChainId, type FoyerError, namespaceOf, toFoyerError } from '@foyer/protocol'
import type { Nft } from '@foyer/protocol/api'

/** The values that the user has entered, and the step of the transfer. */
export type SendState = {
  /** As typed: an address, a name, or a CAIP-10 id. */
  readonly to: string
  /** The account that it means; undefined until it was looked up. */
  readonly receiver: Receiver | undefined
  /** About the receiver, the most dangerous first. */
  readonly warnings: readonly ReceiverWarning[]
  /** The receiver is looked up. */
  readonly isChecking: boolean
  /** Whole units, as text. */
  readonly amount: string
  readonly step: 'form' | 'review' | 'waiting' | 'sent'
  /** The field that is wrong, after a try to go on. */
  readonly wrong: 'to' | 'name' | 'own' | 'amount' | undefined
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
    ...{ to: '', receiver: undefined, warnings: [], isChecking: false },
    ...{ amount: '1', step: 'form', wrong: undefined },
    ...{ error: null, hash: undefined, outcome: undefined },
  })
  const write = (more: Partial<SendState>) => store.set((state) => ({ ...state, ...more }))

  /** Finds the receiver and what is unusual about it, or the field that is wrong. */
  async function check({ amount, to }: SendState): Promise<Partial<SendState>> {
    try {
      const receiver = await resolveReceiver(foyer, { namespace, text: to })
      const { warnings } = await readReceiver(foyer, { namespace, to: receiver.address })
      if (warnings.some(({ kind }) => kind === 'own')) return { wrong: 'own' }
      if (!/^[1-9]\d{0,77}$/.test(amount.trim()) || BigInt(amount) > BigInt(nft.quantity))
        return { wrong: 'amount' }
      return { receiver, step: 'review', warnings }
    } catch (error) {
      foyer.log('info', 'the receiver could not be found', error)
      const { code } = toFoyerError(error)
      return { wrong: code === 'address-invalid' || code === 'chain-unsupported' ? 'to' : 'name' }
    }
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
    enter: (fields) => write({ ...fields, isChecking: false, wrong: undefined }),
    async review() {
      const asked = store.get()
      if (asked.isChecking) return
      write({ error: null, isChecking: true, wrong: undefined })
      const { amount, to } = asked
      const found = await check(asked)
      const now = store.get()
      // An edit meanwhile has ended the wait.
      if (now.isChecking && now.to === to && now.amount === amount)
        write({ isChecking: false, ...found })
    },
    edit: () => write({ step: 'form', error: null }),
    async send() {
      const { amount, receiver, step } = store.get()
      if (step !== 'review' || !receiver) return
      const { address: to, name } = receiver
      write({ step: 'waiting', error: null })
      try {
        const hash = await sendNft(foyer, { amount: BigInt(amount), namespace, nft, to })
        write({ step: 'sent', hash })
        rememberContact(foyer, { contact: { address: to, name, usedAt: Date.now() }, namespace })
        void follow(hash)
      } catch (error) {
        write({ step: 'review', error: toFoyerError(error) })
      }
    },
  }
}
