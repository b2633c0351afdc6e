import { formatUnits, toFoyerError } from '@foyer/protocol'
import { readAccount } from '../../account/readAccount.ts'
import { loadBalances } from '../../balance/loadBalances.ts'
import type { Foyer } from '../../foyer.ts'
import { getProfile } from '../../identity/getProfile.ts'
import { readNetwork } from '../../network/readNetwork.ts'
import { createStore, type Store } from '../../store/createStore.ts'
import { delay } from '../../wait/delay.ts'
import { estimateSend } from '../estimateSend.ts'
import { fiatDecimals, formatCents, fromFiat, toFiat } from '../fiat.ts'
import { parseAmount } from '../parseAmount.ts'
import { isName, resolveReceiver } from '../receiver/resolveReceiver.ts'
import { listReplacements, type Replacement } from '../replaceTransaction.ts'
import { tokenAddress } from '../tokenAddress.ts'
import { listSendable, readUnits } from './listSendable.ts'
import { type ReceiverFacts, readReceiver } from './readReceiver.ts'
import { emptySendForm, type SendFormState } from './sendFormState.ts'
import { replaceSend, submitSend } from './submitSend.ts'

/** Pause after a key press before the network is asked, ms. */
const typingMs = 300

/** The digits of one token mean another amount of another token. */
const noAmount = {
  amountText: '',
  sendTokenAmount: undefined,
  amountProblem: undefined,
  isFiat: false,
} as const

/** Values to fill a form with; each is checked like a typed one. */
export type SendFormValues = {
  /** In the token's smallest unit, above 0. */
  readonly amount?: bigint | undefined
  /** An address, a name, or a CAIP-10 account id. */
  readonly to?: string | undefined
  /** The token's address, or its CAIP-10 id. @default the network's own coin */
  readonly token?: string | undefined
}

/** A form for a transfer, without a screen. Its functions never reject: see the state. */
export type SendForm = {
  readonly store: Pick<Store<SendFormState>, 'get' | 'subscribe'>
  /** Follows the active account until the returned function is called; another account or network empties the form. */
  follow(): () => void
  fill(values: SendFormValues): void
  /** @param token - Its CAIP-10 id as balances name it; undefined: the network's own coin. */
  setToken(token: string | undefined): void
  setAmount(text: string): void
  /** The most that can be sent: of the native coin without the fee. */
  setMax(): void
  /** Types money instead of tokens, or the reverse. The exact amount stays. */
  switchUnit(): void
  setReceiver(text: string): void
  /** Asks the wallet; follows the transaction until its end. Does nothing unless the form is complete. */
  send(): Promise<void>
  /** Lists how the pending transaction can be replaced. */
  listReplacements(): Promise<readonly Replacement[]>
  /** Asks the wallet to speed up or cancel the pending transaction. */
  replace(kind: Replacement): Promise<void>
  /** Forgets the outcome of the last transfer. */
  clearOutcome(): void
  reset(): void
}

/**
 * Creates a form for a transfer from the active account: it parses amounts exactly, checks the receiver, estimates the
 * fee, asks the wallet, and follows the transaction.
 *
 * @source spec 3.14, 4.25, 5.9, 5.10
 */
export function createSendForm(foyer: Foyer): SendForm {
  const store = createStore<SendFormState>(emptySendForm)
  const write = (more: Partial<SendFormState>) => store.set((state) => ({ ...state, ...more }))
  const owner = () => readAccount(foyer).caipAddress
  let reading = new AbortController()
  let facts: ReceiverFacts | undefined
  /** Values of the site for a token that is not loaded yet. */
  let wanted: Pick<SendFormValues, 'amount' | 'token'> | undefined

  /** Reads the typed amount. */
  function readAmount({ amountText, isFiat, token } = store.get()): Partial<SendFormState> {
    const none = { sendTokenAmount: undefined, amountProblem: undefined }
    if (!token) return none
    const decimals = Number(token.quantity.decimals)
    const parsed = parseAmount(amountText, isFiat ? fiatDecimals : decimals)
    if ('problem' in parsed)
      return { ...none, amountProblem: parsed.problem === 'empty' ? undefined : parsed.problem }
    const { price } = token
    const amount = isFiat ? fromFiat({ cents: parsed.amount, decimals, price }) : parsed.amount
    if (amount === undefined) return { ...none, amountProblem: 'invalid' }
    return {
      sendTokenAmount: amount,
      amountProblem: amount > readUnits(token) ? 'too-much' : undefined,
    }
  }

  /** Text of an exact amount in the chosen unit. */
  function textOf(amount: bigint, { isFiat, token } = store.get()): string {
    const decimals = Number(token?.quantity.decimals ?? 0)
    if (!isFiat) return formatUnits(amount, decimals)
    const cents = toFiat({ amount, decimals, price: token?.price })
    return cents === undefined ? '' : formatCents(cents)
  }

  /** Reads receiver and fee again, once typing has paused. */
  async function read({ pauseMs }: { pauseMs: number }): Promise<void> {
    reading.abort()
    const own = new AbortController()
    reading = own
    const { signal } = own
    write({ loading: true })
    const isCurrent = () => !signal.aborted
    try {
      await delay(pauseMs, signal)
      if (!(await readTo(signal)) || !isCurrent()) return
      await readFee(isCurrent)
    } catch (error) {
      if (isCurrent()) foyer.log('info', 'the transfer could not be checked', error)
    } finally {
      if (isCurrent()) write({ loading: false })
    }
  }

  /** @returns false if the form has changed meanwhile. */
  async function readTo(signal: AbortSignal): Promise<boolean> {
    const { receiverAddress, receiverProblem, receiverText } = store.get()
    const isRead = receiverAddress !== undefined || receiverProblem !== undefined
    if (receiverText.trim() !== '' && !isRead) {
      try {
        const found = await resolveReceiver(foyer, { text: receiverText, signal })
        if (signal.aborted) return false
        write({ receiverAddress: found.address, receiverProfileName: found.name })
      } catch (error) {
        if (signal.aborted) return false
        write({ receiverProblem: toFoyerError(error) })
      }
    }
    const { receiverAddress: to } = store.get()
    facts = await readReceiver(foyer, { to, known: facts })
    if (signal.aborted) return false
    write({ known: facts.known, warnings: facts.warnings })
    void showPicture(signal)
    return true
  }

  /**
   * Reads the picture of a receiver that the user means: one typed by name, or known. Anyone can copy a picture, so an
   * unknown address has none.
   */
  async function showPicture(signal: AbortSignal): Promise<void> {
    const { receiverAddress: address, receiverProfileName: name, warnings } = store.get()
    const { chainId } = readAccount(foyer)
    if (address === undefined || !chainId || (name === undefined && warnings.length > 0)) return
    try {
      const { image } = await getProfile(foyer, { address, chainId })
      if (!signal.aborted && store.get().receiverAddress === address)
        write({ receiverProfileImageUrl: image })
    } catch (error) {
      foyer.log('info', 'no picture of the receiver could be read', error)
    }
  }

  async function readFee(isCurrent: () => boolean): Promise<void> {
    const state = store.get()
    const { amountProblem, receiverAddress: to, sendTokenAmount = 0n, token } = state
    if (!token) return
    const known = { token: token.address, balance: readUnits(token) }
    try {
      const estimate = await estimateSend(foyer, {
        ...known,
        amount: amountProblem ? 0n : sendTokenAmount,
        to,
      })
      if (isCurrent()) write({ estimate, estimateProblem: undefined })
    } catch (error) {
      // The usual fee is still known, so that the most that can be sent is.
      const usual = await estimateSend(foyer, { ...known, amount: 0n }).catch(() => undefined)
      if (isCurrent()) write({ estimate: usual, estimateProblem: toFoyerError(error) })
    }
  }

  function sync(): void {
    const account = readAccount(foyer)
    const network = readNetwork(foyer)
    const next = network && account.status === 'connected' ? owner() : undefined
    if (next !== store.get().account) {
      reading.abort()
      facts = undefined
      wanted = store.get().account === undefined ? wanted : undefined
      store.set({ ...emptySendForm, account: next })
    }
    if (!network || next === undefined) return
    const tokenBalances = listSendable(account, network)
    const [native] = tokenBalances
    const { token } = store.get()
    const same = token && tokenBalances.find((one) => one.address === token.address)
    const cents =
      native &&
      toFiat({
        amount: readUnits(native),
        decimals: network.nativeCurrency.decimals,
        price: native.price,
      })
    write({
      tokenBalances,
      // Until the token that the site asks for is known, no other one takes its place.
      token: same ?? (wanted ? undefined : native),
      // The digits of a token that is gone mean another amount of this one.
      ...(token && !same && noAmount),
      networkBalanceInUSD: cents === undefined ? undefined : formatCents(cents),
    })
    write(checkBalance())
    takeWanted()
  }

  /** A balance may have changed since the amount was typed. */
  function checkBalance(): Partial<SendFormState> {
    const { amountProblem, sendTokenAmount, token } = store.get()
    if (sendTokenAmount === undefined || !token) return {}
    const isTooMuch = sendTokenAmount > readUnits(token)
    return {
      amountProblem: isTooMuch
        ? 'too-much'
        : amountProblem === 'too-much'
          ? undefined
          : amountProblem,
    }
  }

  const form: SendForm = {
    store,
    follow() {
      sync()
      loadBalances(foyer).catch((error) =>
        foyer.log('info', 'the tokens could not be loaded', error),
      )
      void read({ pauseMs: 0 })
      const stop = foyer.store.subscribe(() => {
        const before = store.get().account
        sync()
        if (store.get().account !== before) void read({ pauseMs: 0 })
      })
      return () => {
        stop()
        reading.abort()
      }
    },
    fill({ amount, to, token }) {
      sync()
      const { account } = store.get()
      if (account === undefined) return
      reset()
      if (to !== undefined) write({ receiverText: to })
      wanted = { amount, token }
      write({ token: undefined })
      takeWanted()
      void read({ pauseMs: 0 })
    },
    setToken(token) {
      wanted = undefined
      chooseToken(token)
      write(noAmount)
      void read({ pauseMs: 0 })
    },
    setAmount(text) {
      write({ amountText: text })
      write({ ...readAmount(), estimateProblem: undefined })
      void read({ pauseMs: typingMs })
    },
    setMax() {
      const { estimate, token } = store.get()
      if (!token) return
      const most = token.address === undefined ? estimate?.max : readUnits(token)
      if (most === undefined) return
      write({ amountText: textOf(most), sendTokenAmount: most, amountProblem: undefined })
      void read({ pauseMs: 0 })
    },
    switchUnit() {
      const { isFiat, sendTokenAmount: amount } = store.get()
      write({ isFiat: !isFiat })
      write({ amountText: amount === undefined ? '' : textOf(amount) })
    },
    setReceiver(text) {
      facts = facts && { ...facts, warnings: [] }
      write({
        receiverText: text,
        receiverAddress: undefined,
        receiverProfileName: undefined,
        receiverProfileImageUrl: undefined,
        receiverProblem: undefined,
        estimateProblem: undefined,
        warnings: [],
      })
      void read({ pauseMs: isName(text.trim()) ? typingMs : 0 })
    },
    send: () => submitSend(foyer, store),
    listReplacements: () => listReplacements(foyer),
    replace: (kind) => replaceSend(foyer, { kind, store }),
    clearOutcome: () => write({ outcome: undefined }),
    reset,
  }

  /** Fills in the site's values once their token is known. */
  function takeWanted(): void {
    if (!wanted) return
    const { amount, token } = wanted
    if (!chooseToken(token)) return
    wanted = undefined
    if (amount === undefined) return
    write({ ...noAmount, amountText: textOf(amount) })
    write(readAmount())
    void read({ pauseMs: 0 })
  }

  function reset(): void {
    wanted = undefined
    const { account, known } = store.get()
    store.set({ ...emptySendForm, account, known })
    sync()
  }

  /** @returns false if the account has no such token, or it is not loaded yet. */
  function chooseToken(token: string | undefined): boolean {
    const { chainId } = readAccount(foyer)
    const { tokenBalances } = store.get()
    const nameOf = (address: string | undefined) => chainId && tokenAddress(address, chainId)
    const found = tokenBalances.find(({ address }) => nameOf(address) === nameOf(token))
    write({ token: found, estimate: undefined, estimateProblem: undefined })
    return found !== undefined
  }
  return form
}
