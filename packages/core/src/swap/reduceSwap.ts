import type { FoyerError } from '@foyer/protocol'
import { isUnclear } from '../send/isUnclear.ts'
import type { Transaction } from '../transaction.ts'
import { type SwapOffer, type SwapRequest, withSlippage } from './swapOffer.ts'
import {
  emptyForm,
  type OfferedSwap,
  readOfferOf,
  type SwapAgreement,
  type SwapForm,
  type SwapPermitRequest,
  type SwapProgress,
  type SwapState,
} from './swapState.ts'

/** The events of a swap. Moments are ms since 1970. */
export type SwapEvent =
  /** The user changed the form; without `request` it is not complete. */
  | { readonly type: 'change'; readonly form: SwapForm; readonly request: SwapRequest | undefined }
  | { readonly type: 'choose'; readonly source: string | undefined }
  /** Asks for quotes again: they are too old, or the user wants to try again. */
  | { readonly type: 'refresh' }
  | { readonly type: 'quotes'; readonly at: number; readonly offers: readonly SwapOffer[] }
  /** The user agrees to the shown offer. */
  | { readonly type: 'submit'; readonly at: number }
  /** The allowance suffices. */
  | { readonly type: 'allowed'; readonly at: number }
  | {
      readonly type: 'built'
      readonly transactions: readonly Transaction[]
      /** Of an approval: to be signed after the transactions. */
      readonly permit?: SwapPermitRequest | undefined
      readonly toAmount?: bigint | undefined
      readonly minToAmount?: bigint | undefined
    }
  /** An allowance is ready to be signed, in place of an approval. */
  | { readonly type: 'permit'; readonly permit: SwapPermitRequest }
  | { readonly type: 'signed'; readonly signature: string; readonly at: number }
  /** The wallet can send the approval and the swap as one transaction. */
  | {
      readonly type: 'together'
      readonly at: number
      readonly approvals: readonly Transaction[]
    }
  /** It can not, or the user has refused what it needs for that. */
  | { readonly type: 'apart'; readonly at: number }
  /** The api can no longer build a swap with the offer's minimum. */
  | { readonly type: 'moved' }
  | { readonly type: 'sent'; readonly hash: string }
  /** `hash`: of the transaction, if only the id of the batch was known. */
  | { readonly type: 'mined'; readonly at: number; readonly hash?: string | undefined }
  | { readonly type: 'rejected' }
  | { readonly type: 'failed'; readonly error: FoyerError; readonly hash?: string | undefined }
  /** The account or its network changed. */
  | { readonly type: 'leave' }
  /** The user has seen the end. */
  | { readonly type: 'dismiss' }

type Running = Extract<SwapState, { status: 'approving' | 'swapping' }>
type EventOf<type extends SwapEvent['type']> = Extract<SwapEvent, { type: type }>

/** Returns the next state of a swap; the same object if the event changes nothing. Pure. */
export function reduceSwap(state: SwapState, event: SwapEvent): SwapState {
  switch (event.type) {
    case 'leave':
      return leave(state)
    case 'change':
      return isRunning(state) ? state : change(state, event)
    case 'dismiss':
      return dismiss(state)
    case 'choose':
      return choose(state, event)
    case 'refresh':
      return refresh(state)
    case 'quotes':
      return state.status === 'quoting' ? readQuotes(state, event) : state
    case 'submit':
      return submit(state, event)
    case 'failed':
      return fail(state, event)
    default:
      return isRunning(state) ? advance(state, event) : state
  }
}

const isRunning = (state: SwapState): state is Running =>
  state.status === 'approving' || state.status === 'swapping'

/** A wallet that asks cannot be called back, and a sent transaction goes on. */
function leave(state: SwapState): SwapState {
  if (isRunning(state) && state.step.name !== 'building') return { ...state, isLeft: true }
  const { form } = state
  const isNew = state.status === 'idle' && !form.from && !form.to && form.amount === ''
  return isNew ? state : { status: 'idle', form: { ...emptyForm, slippage: form.slippage } }
}

function change(state: SwapState, { form, request }: EventOf<'change'>): SwapState {
  if (!request) return { status: 'idle', form }
  const source = 'source' in state ? state.source : undefined
  return { status: 'quoting', form, request, source, ...unquoted }
}

const unquoted = {
  ...{ offers: [], approved: undefined, permit: undefined, isApart: false },
  ...{ agreed: undefined, isMoved: false },
} as const

function dismiss(state: SwapState): SwapState {
  if (state.status === 'done') return { status: 'idle', form: { ...state.form, amount: '' } }
  return state.status === 'failed' || state.status === 'rejected' ? quote(state) : state
}

function choose(state: SwapState, { source }: EventOf<'choose'>): SwapState {
  const isOpen = state.status === 'quoting' ? state.agreed === undefined : state.status === 'quoted'
  return isOpen ? { ...(state as OfferedSwap), source } : state
}

function refresh(state: SwapState): SwapState {
  const isOpen =
    state.status === 'quoted' || state.status === 'failed' || state.status === 'rejected'
  return isOpen ? quote(state) : state
}

/** @param agreed - Goes on without another question, if the new quote is as good. */
function quote(
  state: OfferedSwap,
  { agreed, isMoved = false }: { agreed?: SwapAgreement; isMoved?: boolean } = {},
): SwapState {
  const wasMoved = state.status === 'quoted' && state.isMoved
  return {
    ...offered(state),
    status: 'quoting',
    agreed,
    isMoved: isMoved || (wasMoved && agreed === undefined),
  }
}

function readQuotes(
  { agreed, isMoved, ...state }: Extract<SwapState, { status: 'quoting' }>,
  { at, offers }: EventOf<'quotes'>,
): SwapState {
  const offer = readOfferOf({ ...state, offers })
  if (!offer) return { ...state, agreed, isMoved }
  const next = {
    ...state,
    offers,
    source: offer.source.id === state.source ? state.source : undefined,
  }
  if (agreed === undefined) return { ...next, status: 'quoted', isMoved }
  const isSame = offer.source.id === agreed.source
  return isSame && isAsGood(offer.minToAmount, agreed, state.request)
    ? begin({ ...next, status: 'quoted', isMoved: false }, { agreed, at })
    : { ...next, status: 'quoted', isMoved: true }
}

/** True unless less than agreed would arrive, by more than the slippage. */
function isAsGood(least: bigint, agreed: SwapAgreement, { slippage }: SwapRequest): boolean {
  return least >= withSlippage(agreed.least, slippage)
}

function submit(state: SwapState, { at }: EventOf<'submit'>): SwapState {
  const isOpen =
    state.status === 'quoted' ||
    state.status === 'rejected' ||
    (state.status === 'quoting' && state.agreed === undefined)
  const offer = isOpen ? readOfferOf(state) : undefined
  if (!isOpen || !offer) return state
  const agreed = { source: offer.source.id, least: offer.minToAmount }
  return state.status === 'quoting'
    ? { ...state, agreed, isMoved: false }
    : begin(state, { agreed, at })
}

/** The offer, unless it has ended. */
function readOpenOffer(state: OfferedSwap, at: number): SwapOffer | undefined {
  const offer = readOfferOf(state)
  return offer && at < offer.expiresAt ? offer : undefined
}

/** Approves or swaps; asks for new quotes first if they are too old. */
function begin(
  state: OfferedSwap,
  { agreed, at }: { agreed: SwapAgreement; at: number },
): SwapState {
  const offer = readOpenOffer(state, at)
  if (!offer) return quote(state, { agreed })
  const step: SwapProgress = { name: 'building' }
  const next = { ...offered(state), agreed, approvals: [], step, isLeft: false }
  const { allowanceTarget } = offer
  return allowanceTarget === undefined || (allowanceTarget === state.approved && !isOld(state, at))
    ? { ...next, status: 'swapping', toAmount: undefined }
    : { ...next, ...unapproved, status: 'approving' }
}

const unapproved = { approved: undefined, permit: undefined } as const

/** The time that a swap needs until it is in a block, ms: an allowance that expires earlier is signed again. */
const swapTimeMs = 60_000

const isOld = ({ permit }: OfferedSwap, at: number) =>
  permit !== undefined && BigInt(permit.deadline) * 1000n < BigInt(at + swapTimeMs)

function fail(state: SwapState, { error, hash: told }: EventOf<'failed'>): SwapState {
  if (isRunning(state)) {
    if (state.isLeft) return leave(quote(state))
    const stage = state.status === 'approving' ? 'approve' : 'swap'
    const { name } = state.step
    const isSent = name === 'mining' || (name === 'wallet' && isUnclear(error))
    const own = state.step.name === 'mining' && !isBatch(state) ? state.step.hash : undefined
    // An approval may have been used up: the next try reads the allowance again.
    return {
      ...{ ...offered(state), ...unapproved, status: 'failed', stage, error },
      ...{ isSent, hash: told ?? own },
    }
  }
  if (state.status !== 'quoting') return state
  return {
    ...{ ...offered(state), status: 'failed', stage: 'quote', error },
    ...{ isSent: false, hash: undefined },
  }
}

/** True if approval and swap are one transaction. */
export const isBatch = ({ approvals }: { approvals: readonly Transaction[] }): boolean =>
  approvals.length > 0

const offered = ({ approved, form, isApart, offers, permit, request, source }: OfferedSwap) => ({
  ...{ approved, form, isApart, offers },
  ...{ permit, request, source },
})

function advance(state: Running, event: SwapEvent): SwapState {
  const { step } = state
  switch (event.type) {
    case 'allowed':
      return state.status === 'approving' && step.name === 'building'
        ? approve(state, event.at)
        : state
    case 'together':
      return state.status === 'approving' && step.name === 'building' && event.approvals.length > 0
        ? bundle(state, event)
        : state
    case 'apart':
      return step.name === 'wallet' && isBatch(state)
        ? begin({ ...state, isApart: true }, { agreed: state.agreed, at: event.at })
        : state
    case 'permit':
      return state.status === 'approving' && step.name === 'building'
        ? { ...state, step: { name: 'signing', permit: event.permit } }
        : state
    case 'signed':
      return step.name === 'signing' ? sign(state, step, event) : state
    case 'built':
      return step.name === 'building' ? build(state, event) : state
    case 'moved':
      return state.status === 'swapping' && step.name === 'building'
        ? quote(state, { isMoved: true })
        : state
    case 'sent':
      return step.name === 'wallet'
        ? {
            ...state,
            step: {
              ...{ name: 'mining', hash: event.hash, permit: step.permit },
              transactions: step.transactions.slice(1),
            },
          }
        : state
    case 'rejected':
      return step.name === 'wallet' || step.name === 'signing' ? reject(state) : state
    case 'mined':
      return step.name === 'mining' ? mine(state, step, event) : state
    default:
      return state
  }
}

/** Swaps with the approvals in front, unless finding out that it can took longer than the quote lasts. */
function bundle(state: Running, { approvals, at }: EventOf<'together'>): SwapState {
  return readOpenOffer(state, at)
    ? { ...state, approvals, status: 'swapping', step: { name: 'building' }, toAmount: undefined }
    : quote(state, { agreed: state.agreed })
}

function approve(state: Running, at: number): SwapState {
  const approved = readOfferOf(state)?.allowanceTarget
  return begin({ ...state, approved }, { agreed: state.agreed, at })
}

function sign(
  state: Running,
  { permit: { deadline } }: Extract<Running['step'], { name: 'signing' }>,
  { at, signature }: EventOf<'signed'>,
): SwapState {
  // Another account cannot go on with it.
  if (state.isLeft) return leave(quote(state))
  return approve({ ...state, permit: { deadline, signature } }, at)
}

function build(
  state: Running,
  { minToAmount, permit, toAmount, transactions }: EventOf<'built'>,
): SwapState {
  const step = { name: 'wallet', permit, transactions } as const
  if (transactions.length === 0) return state
  if (state.status === 'approving') return { ...state, step }
  if (toAmount === undefined || minToAmount === undefined) return state
  return isAsGood(minToAmount, state.agreed, state.request)
    ? {
        ...state,
        step: { name: 'wallet', transactions: [...state.approvals, ...transactions] },
        toAmount,
      }
    : quote(state, { isMoved: true })
}

function reject(state: Running): SwapState {
  if (state.isLeft) return leave(quote(state))
  const stage = state.status === 'approving' ? 'approve' : 'swap'
  return { ...offered(state), status: 'rejected', stage }
}

function mine(
  state: Running,
  { hash: sent, permit, transactions }: Extract<Running['step'], { name: 'mining' }>,
  { at, hash = sent }: EventOf<'mined'>,
): SwapState {
  if (state.status === 'swapping')
    return {
      ...offered(state),
      status: 'done',
      hash,
      toAmount: state.toAmount ?? state.agreed.least,
    }
  // Another account cannot go on with it.
  if (state.isLeft) return leave(quote(state))
  if (transactions.length > 0) return { ...state, step: { name: 'wallet', permit, transactions } }
  if (permit) return { ...state, step: { name: 'signing', permit } }
  return approve(state, at)
}
