import { toFoyerError } from '@foyer/protocol'
import { readAccount } from '../../account/readAccount.ts'
import type { Foyer } from '../../foyer.ts'
import type { Store } from '../../store/createStore.ts'
import { rememberContact } from '../receiver/contacts.ts'
import { replaceTransaction } from '../replaceTransaction.ts'
import { sendToken } from '../sendToken.ts'
import { waitForTransaction } from '../waitForTransaction.ts'
import { emptySendForm, type SendFormState, type SendOutcome } from './sendFormState.ts'

type FormStore = Store<SendFormState>

/** Asks the wallet to send what a form holds, and follows the transaction until its end. Never rejects. */
export async function submitSend(foyer: Foyer, store: FormStore): Promise<void> {
  const { outcome, receiverAddress = '', receiverProfileName, ...form } = store.get()
  const { sendTokenAmount: amount = 0n, token } = form
  if (outcome?.status === 'asking') return
  const { chainId, namespace } = readAccount(foyer)
  const transfer = { amount, token, to: receiverAddress, name: receiverProfileName, chainId }
  const asking: SendOutcome = { status: 'asking', transfer }
  const set = (next: SendOutcome) =>
    store.set((state) => (state.outcome === asking ? { ...state, outcome: next } : state))
  store.set((state) => ({ ...state, outcome: asking }))
  try {
    const hash = await sendToken(foyer, {
      amount,
      to: receiverAddress,
      token: token?.address,
      namespace,
    })
    rememberContact(foyer, {
      contact: { address: receiverAddress, name: receiverProfileName, usedAt: Date.now() },
      namespace,
    })
    set({ status: 'pending', hash, transfer })
    // The form is for the next transfer; the outcome is about this one. @source spec 4.25
    const { account, known, networkBalanceInUSD, token: kept, tokenBalances } = store.get()
    store.set((state) => ({
      ...emptySendForm,
      ...{ account, known, networkBalanceInUSD, token: kept, tokenBalances },
      outcome: state.outcome,
    }))
    await follow(foyer, { hash, store })
  } catch (thrown) {
    const error = toFoyerError(thrown)
    const isRejected = error.code === 'user-rejected' || error.code === 'request-aborted'
    set({ status: isRejected ? 'rejected' : 'error', error, transfer })
  }
}

/** Asks the wallet to speed up or cancel the pending transaction of a form. Never rejects. */
export async function replaceSend(
  foyer: Foyer,
  { kind, store }: { kind: 'speed-up' | 'cancel'; store: FormStore },
): Promise<void> {
  const { outcome } = store.get()
  if (outcome?.status !== 'pending' || outcome.replacing) return
  const { hash, transfer } = outcome
  const set = (next: SendOutcome) => store.set((state) => writeOutcome(state, { hash, next }))
  set({ status: 'pending', hash, transfer, replacing: kind })
  try {
    const next = await replaceTransaction(foyer, { hash, kind })
    if (next.isReplaced === false)
      return set({ status: 'pending', hash, transfer, notReplaced: 'wallet-ignored' })
    set({ status: 'pending', hash: next.hash, transfer })
    const isKnown = next.isReplaced === true
    await follow(foyer, { hash: next.hash, store, instead: { hash, isKnown, kind } })
  } catch (error) {
    const { code } = toFoyerError(error)
    const isRejected = code === 'user-rejected' || code === 'request-aborted'
    set({ status: 'pending', hash, transfer, ...(!isRejected && { notReplaced: 'failed' }) })
  }
}

/** Follows a transaction, and writes its end unless the form shows another one by then. */
async function follow(
  foyer: Foyer,
  {
    hash,
    instead,
    store,
  }: {
    hash: string
    /** The transaction whose place it took; unless that `isKnown`, the wallet may have given it a place of its own. */
    instead?: {
      readonly hash: string
      readonly isKnown: boolean
      readonly kind: 'speed-up' | 'cancel'
    }
    store: FormStore
  },
): Promise<void> {
  const end = (status: 'success' | 'failed' | 'replaced' | 'cancelled' | 'unknown') =>
    store.set((state) => {
      const { outcome } = state
      if (outcome?.status !== 'pending') return state
      return writeOutcome(state, { hash, next: { status, hash, transfer: outcome.transfer } })
    })
  const { chainId, namespace } = readAccount(foyer)
  try {
    const { status } = await waitForTransaction(foyer, { chainId, hash, namespace })
    if (status === 'reverted') return end('failed')
    if (instead?.kind !== 'cancel') return end('success')
    const first = instead.isKnown
      ? undefined
      : await waitForTransaction(foyer, { chainId, hash: instead.hash, namespace }).catch(refused)
    end(!first ? 'cancelled' : first.status === 'success' ? 'success' : 'failed')
  } catch (error) {
    if (toFoyerError(error).code !== 'transaction-rejected') return end('unknown')
    if (!instead) return end('replaced')
    // The first one was faster.
    store.set((state) =>
      state.outcome?.status === 'pending' && state.outcome.hash === hash
        ? { ...state, outcome: { ...state.outcome, hash: instead.hash } }
        : state,
    )
    await follow(foyer, { hash: instead.hash, store })
  }
}

/** @returns Undefined for a transaction whose place another one took. @throws any other error */
function refused(error: unknown): undefined {
  if (toFoyerError(error).code !== 'transaction-rejected') throw error
}

/** Replaces the outcome of the transaction `hash`, not that of a later one. */
function writeOutcome(
  state: SendFormState,
  { hash, next }: { hash: string; next: SendOutcome },
): SendFormState {
  const { outcome } = state
  return outcome?.status === 'pending' && outcome.hash === hash
    ? { ...state, outcome: next }
    : state
}
