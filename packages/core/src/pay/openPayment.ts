import { toFoyerError } from '@foyer/protocol'
import { hashPayment, type PaymentRequest, toPaymentFields } from '@foyer/protocol/payment'
import { readAccount } from '../account/readAccount.ts'
import type { Foyer } from '../foyer.ts'
import { switchNetwork } from '../network/switchNetwork.ts'
import { createStore, type Store } from '../store/createStore.ts'
import { watch } from '../store/watch.ts'
import { carryOutPayment, findPayment } from './carryOutPayment.ts'
import { untilPaymentUnlocked } from './lockPayment.ts'
import { readPaymentRecord } from './paymentRecords.ts'
import { type PaymentStage, type PaymentState, unreadPayment } from './paymentState.ts'
import { readPaymentFacts } from './readPaymentFacts.ts'
import { requireAsset } from './requireAsset.ts'

/** Time that a payment may take beyond the end of its request, ms. */
const lateMs = 180_000

/** A request that is shown and paid. Its functions never reject: see the state. */
export type Payment = {
  readonly request: PaymentRequest
  readonly store: Pick<Store<PaymentState>, 'get' | 'subscribe'>
  /** Reads what is known, and again when the account or the network changes, until the returned function is called. */
  follow(): () => void
  /** Reads it again, after a failure or once the request has expired. */
  refresh(): Promise<void>
  /** Asks the wallet to switch to the request's network. */
  switchNetwork(): Promise<void>
  /** Asks the wallet to pay, and follows the transaction to its end. Does nothing while there is a problem. */
  pay(): Promise<void>
}

/**
 * Returns the payment of a request: the same one in every call of an instance, so that one that is under way is found
 * again. The terms of a request can not be changed.
 *
 * @source spec 2.13
 */
export function openPayment(foyer: Foyer, request: PaymentRequest): Payment {
  foyer.running.payments ??= new Map()
  const { payments } = foyer.running
  const key = JSON.stringify(toPaymentFields(request))
  const payment = (payments.get(key) as Payment | undefined) ?? createPayment(foyer, request)
  payments.set(key, payment)
  return payment
}

function createPayment(foyer: Foyer, request: PaymentRequest): Payment {
  const store = createStore<PaymentState>(unreadPayment)
  const write = (more: Partial<PaymentState>) => store.set((state) => ({ ...state, ...more }))
  const setStage = (stage: PaymentStage) => write({ stage })
  const hashing = hashPayment(request)
  let reading = 0

  async function refresh(): Promise<void> {
    const own = ++reading
    const isCurrent = () => own === reading
    try {
      const reference = await hashing
      const facts = await readPaymentFacts(foyer, { reference, request })
      if (!isCurrent()) return
      write({ facts, factsError: undefined })
      if (isBusy() || facts.problem === 'invalid' || facts.problem === 'network-unknown') return
      const found = await findPayment(foyer, { reference, request })
      if (!isCurrent() || isBusy()) return
      write({ wasAsked: found.wasAsked })
      if (found.stage?.status === 'pending') void run({ isAsked: false })
      else if (found.stage) setStage(found.stage)
    } catch (thrown) {
      foyer.log('info', 'the payment request could not be checked', thrown)
      if (isCurrent() && !store.get().facts) write({ factsError: toFoyerError(thrown) })
    }
  }

  const isBusy = () => {
    const { status } = store.get().stage
    return status === 'asking' || status === 'pending' || status === 'paid' || status === 'untied'
  }

  async function run({ isAsked }: { isAsked: boolean }): Promise<void> {
    const reference = await hashing
    try {
      const end = await carryOutPayment(foyer, {
        isAsked,
        onStage: setStage,
        reference,
        request,
      })
      if (end) return setStage(end)
      setStage({ status: 'elsewhere' })
      const leftMs = Math.max(0, request.expiresAt - Date.now()) + lateMs
      await untilPaymentUnlocked(reference, AbortSignal.timeout(leftMs))
      setStage({ status: 'ready' })
      await refresh()
    } catch (thrown) {
      // The record is kept if the wallet was asked and did not refuse.
      const wasAsked = readPaymentRecord(foyer, reference) !== undefined
      write({ stage: { status: 'error', error: toFoyerError(thrown) }, wasAsked })
      await refresh()
    }
  }

  return {
    request,
    store,
    refresh,
    follow() {
      void refresh()
      return watch(
        foyer.store,
        () => {
          const { caipAddress, status } = readAccount(foyer)
          // A restored account has its address before its wallet has confirmed it.
          return status === 'connected' ? caipAddress : undefined
        },
        () => void refresh(),
      )
    },
    async switchNetwork() {
      try {
        await switchNetwork(foyer, { chainId: requireAsset(request).chainId })
        // The wallet may have reported no change.
        await refresh()
      } catch (thrown) {
        setStage({ status: 'error', error: toFoyerError(thrown) })
      }
    },
    async pay() {
      const { facts } = store.get()
      if (isBusy() || !facts || facts.problem !== undefined) return
      setStage({ status: 'asking' })
      await run({ isAsked: true })
    },
  }
}
