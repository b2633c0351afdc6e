import { parseUnits, toFoyerError } from '@foyer/protocol'
import { isSameToken } from '@foyer/protocol/api'
import type { Foyer } from '../foyer.ts'
import { createStore } from '../store/createStore.ts'
import { watch } from '../store/watch.ts'
import { delay } from '../wait/delay.ts'
import { untilAwake } from '../wait/untilAwake.ts'
import { getSwapQuotes } from './getSwapQuotes.ts'
import { isReachable, readDestination } from './readDestination.ts'
import { readSwapOwner } from './readSwapOwner.ts'
import { readSwapProblem } from './readSwapProblem.ts'
import { reduceSwap, type SwapEvent } from './reduceSwap.ts'
import type { Swap } from './swap.ts'
import type { SwapRequest } from './swapOffer.ts'
import { idleSwap, readOfferOf, type SwapForm, type SwapState } from './swapState.ts'

/** Pause after a change of the form before quotes are asked for, ms. */
const typingMs = 300

/**
 * Returns the swap of an instance: the same one in every call, so that a swap that the user has left is found again.
 * An account or network change ends the quoting, not what is in the wallet or on the network already.
 *
 * @example
 *   const swap = openSwap(foyer)
 *   swap.store.subscribe((state) => render(state))
 *   swap.change({ from: tokens[0], to: tokens[1], amount: '1.5' })
 *   swap.submit()
 *
 * @source spec 1.9, 2.11
 */
export function openSwap(foyer: Foyer): Swap {
  foyer.running.swap ??= createSwap(foyer)
  return foyer.running.swap
}

function createSwap(foyer: Foyer): Swap {
  const store = createStore<SwapState>(idleSwap)
  let work = { key: undefined as unknown, controller: new AbortController() }
  let keepers = 0
  /** A later loop replaces an earlier one. */
  let loops = 0

  function dispatch(event: SwapEvent): void {
    store.set((state) => reduceSwap(state, event))
    const state = store.get()
    const key = keyOf(state)
    if (key === work.key) return
    work.controller.abort()
    const controller = new AbortController()
    work = { key, controller }
    const task = taskOf(state)
    if (task) void run(task, controller.signal)
  }

  async function run(task: Task, signal: AbortSignal): Promise<void> {
    try {
      const event = await task(signal)
      if (!signal.aborted) dispatch(event)
    } catch (thrown) {
      if (signal.aborted) return
      const error = toFoyerError(thrown)
      foyer.log('info', 'the swap stopped', error)
      const isRejected = error.code === 'user-rejected' || error.code === 'request-aborted'
      dispatch(isRejected ? { type: 'rejected' } : { type: 'failed', error })
    }
  }

  type Task = (signal: AbortSignal) => Promise<SwapEvent>

  function taskOf(state: SwapState): Task | undefined {
    if (state.status === 'quoting') return (signal) => quote(state, signal)
    if (state.status !== 'approving' && state.status !== 'swapping') return undefined
    return async (signal) => {
      const { carryOutSwap } = await import('./carryOutSwap.ts')
      return carryOutSwap(foyer, { signal, state })
    }
  }

  async function quote(
    { offers, request }: Extract<SwapState, { status: 'quoting' }>,
    signal: AbortSignal,
  ): Promise<SwapEvent> {
    // The user may still be typing.
    if (offers.length === 0) await delay(typingMs, signal)
    const quoted = await getSwapQuotes(foyer, { ...request, signal })
    return { type: 'quotes', offers: quoted, at: Date.now() }
  }

  async function refreshOld(): Promise<void> {
    const own = ++loops
    while (keepers > 0 && own === loops) {
      const state = store.get()
      const offer = state.status === 'quoted' ? readOfferOf(state) : undefined
      const leftMs = (offer?.expiresAt ?? Number.POSITIVE_INFINITY) - Date.now()
      if (leftMs <= 0) dispatch({ type: 'refresh' })
      await untilAwake(Math.min(Math.max(leftMs, 100), 1_000))
    }
  }

  watch(
    foyer.store,
    () => readSwapOwner(foyer),
    () => dispatch({ type: 'leave' }),
  )

  return {
    store,
    change(more) {
      const form = { ...store.get().form, ...more }
      dispatch({ type: 'change', form, request: requestOf(foyer, form) })
    },
    choose: (source) => dispatch({ type: 'choose', source }),
    submit() {
      if (!readSwapProblem(foyer, store.get())) dispatch({ type: 'submit', at: Date.now() })
    },
    refresh: () => dispatch({ type: 'refresh' }),
    dismiss: () => dispatch({ type: 'dismiss' }),
    keepFresh() {
      keepers += 1
      if (keepers === 1) void refreshOld()
      let isOver = false
      return () => {
        if (!isOver) keepers -= 1
        isOver = true
      }
    },
  }
}

/** Changes when other work is to be done: it is a new request, or the next step of one. */
function keyOf(state: SwapState): unknown {
  if (state.status === 'quoting') return state.request
  return state.status === 'approving' || state.status === 'swapping' ? state.step : undefined
}

/** @returns undefined while the form is not complete. */
function requestOf(foyer: Foyer, form: SwapForm): SwapRequest | undefined {
  const { amount: text, from, slippage, to } = form
  const { activeNamespace, connections } = foyer.store.get()
  const connection = connections[activeNamespace]
  if (!from || !to || connection?.status !== 'connected') return undefined
  const { address, chainId } = connection
  const amount = parseUnits(text, from.decimals)
  const { networks } = foyer.store.get()
  const arrivesOn = readDestination({ chainId, to })
  const isReached =
    arrivesOn === undefined ||
    (isReachable(chainId, arrivesOn) && networks.some((one) => one.caipNetworkId === arrivesOn))
  if (!amount || !isReached || !from.address.startsWith(`${chainId}:`)) return undefined
  if (isSameToken(from.address, to.address)) return undefined
  return { address, chainId, from, to, amount, slippage }
}
