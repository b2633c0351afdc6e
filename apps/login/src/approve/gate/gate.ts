import { isPresent, type Offset, seePointer } from './pointerOffsets.ts'

/** ms. @source security 3.5, appendix C */
export const gateTimes = {
  /** The whole card was seen without a break. */
  visible: 800,
  /** After the window got the focus, was shown or changed its size: the second half of a double click. */
  settle: 500,
  /** A press of something that can do harm. */
  hold: 700,
  /** A second press of a key confirms the first one for so long. */
  confirm: 10_000,
} as const

/** Physical px. @source security 3.5 rule 6 */
const least = { width: 300, height: 480 }

export type GateRules = {
  /** In the middle of a page that can draw over it, or a window of its own. */
  surface: 'inline' | 'popup'
  /** One press is not enough. */
  hold: boolean
}

/** Where a pointer was, on the screen and in this document, px. */
export type PointerPlace = {
  screenX: number
  screenY: number
  clientX: number
  clientY: number
  pixelRatio: number
}

type Trusted = { trusted: boolean }
/** What happened to the surface; `at` in ms of one clock. */
export type GateEvent = { at: number } & (
  | { type: 'seen'; visible: boolean }
  | { type: 'focused'; focused: boolean }
  /** The document was hidden or shown, or the window changed its size. */
  | { type: 'disturbed' }
  | { type: 'sized'; width: number; height: number; pixelRatio: number }
  | { type: 'read'; toEnd: boolean }
  | ({ type: 'moved'; place: PointerPlace } & Trusted)
  /** The Tab key brought the focus somewhere inside. */
  | ({ type: 'tabbed' } & Trusted)
  | ({ type: 'down'; pointer: number; place: PointerPlace; touch: boolean } & Trusted)
  | ({ type: 'up'; pointer: number; place: PointerPlace; inside: boolean } & Trusted)
  | ({ type: 'key-down'; repeat: boolean } & Trusted)
  | ({ type: 'key-up' } & Trusted)
  /** Pressed by neither pointer nor key: by a screen reader. */
  | ({ type: 'pressed' } & Trusted)
  | { type: 'cancelled' }
  | { type: 'closed' }
)

/** Why nothing can be approved at this moment. */
export type Closed =
  | 'closed'
  | 'size'
  | 'unseen'
  | 'unfocused'
  | 'unread'
  | 'settling'
  /** Nobody moved a pointer here or came by the keyboard: only a press finds this out. */
  | 'absent'

type Press =
  | { by: 'pointer'; pointer: number; since: number; hold: boolean }
  | { by: 'key'; since: number }

export type Gate = {
  readonly rules: GateRules
  readonly closed: boolean
  readonly fits: boolean
  readonly seenSince: number | undefined
  readonly focused: boolean
  readonly settledAt: number
  readonly toEnd: boolean
  readonly tabbed: boolean
  readonly offsets: readonly Offset[]
  readonly press: Press | undefined
  /** When a key, or a screen reader, pressed a first time where one press is not enough. */
  readonly firstPressAt: number | undefined
  /** The person approved: nothing changes any more. */
  readonly approved: boolean
  /** Why the last press counted for nothing. */
  readonly refused: Closed | 'short' | undefined
}

/** Starts closed: all that opens it has to be seen to happen. */
export function createGate(rules: GateRules, at: number): Gate {
  return {
    rules,
    closed: false,
    fits: false,
    seenSince: undefined,
    focused: false,
    settledAt: at + gateTimes.settle,
    toEnd: false,
    tabbed: false,
    offsets: [],
    press: undefined,
    firstPressAt: undefined,
    approved: false,
    refused: undefined,
  }
}

/** Why it is closed at that moment, apart from who is there; undefined: it is open. @source security 3.5 rules 1, 2, 5, 6 */
export function whyClosed(gate: Gate, at: number): Closed | undefined {
  const { rules, seenSince } = gate
  if (gate.closed) return 'closed'
  if (!gate.fits) return 'size'
  if (rules.surface === 'inline' && seenSince === undefined) return 'unseen'
  if (rules.surface === 'popup' && !gate.focused) return 'unfocused'
  if (!gate.toEnd) return 'unread'
  const seen = rules.surface === 'popup' || at - (seenSince ?? at) >= gateTimes.visible
  if (!seen || at < gate.settledAt) return 'settling'
  return undefined
}

/** When time alone will open it. */
export function opensAt(gate: Gate): number {
  const seen = gate.rules.surface === 'popup' ? 0 : (gate.seenSince ?? 0) + gateTimes.visible
  return Math.max(seen, gate.settledAt)
}

const refuse = (gate: Gate, refused: Gate['refused']): Gate => ({
  ...gate,
  press: undefined,
  refused,
})
const approve = (gate: Gate): Gate => ({
  ...gate,
  press: undefined,
  refused: undefined,
  approved: true,
})
/** Whatever was being pressed began under other circumstances. */
const letGo = (gate: Gate, change: Partial<Gate>): Gate => ({
  ...gate,
  press: undefined,
  firstPressAt: undefined,
  ...change,
})

/** The gate after something happened. Pure; fails closed: what is not proved is refused. */
export function moveGate(gate: Gate, event: GateEvent): Gate {
  if (gate.approved || gate.closed) return gate
  const { at } = event
  if ('trusted' in event && !event.trusted) return gate
  switch (event.type) {
    case 'closed':
      return letGo(gate, { closed: true })
    case 'seen':
      if (!event.visible) return letGo(gate, { seenSince: undefined })
      return gate.seenSince === undefined ? { ...gate, seenSince: at } : gate
    case 'focused':
      return letGo(gate, { focused: event.focused, settledAt: at + gateTimes.settle })
    case 'disturbed':
      return letGo(gate, { settledAt: at + gateTimes.settle })
    case 'sized': {
      const fits =
        event.width * event.pixelRatio >= least.width &&
        event.height * event.pixelRatio >= least.height
      return fits === gate.fits ? gate : letGo(gate, { fits })
    }
    case 'read':
      return event.toEnd === gate.toEnd ? gate : letGo(gate, { toEnd: event.toEnd })
    case 'moved': {
      const offsets = seePointer(gate.offsets, event.place, at)
      return { ...gate, offsets }
    }
    case 'tabbed':
      return { ...gate, tabbed: true }
    case 'cancelled':
      return { ...gate, press: undefined }
    case 'down':
      return pressPointer(gate, event)
    case 'up':
      return releasePointer(gate, event)
    case 'key-down': {
      // A key that is held down says nothing again and again.
      if (event.repeat) return gate
      const why = whyAbsent(gate, at)
      return why ? refuse(gate, why) : { ...gate, press: { by: 'key', since: at } }
    }
    case 'key-up': {
      if (gate.press?.by !== 'key') return gate
      return pressKey(gate, gate.press.since, at)
    }
    case 'pressed':
      return pressKey(gate, at, at)
  }
}

type Of<type extends GateEvent['type']> = Extract<GateEvent, { type: type }> & { at: number }

function whyAbsent(gate: Gate, at: number): Closed | undefined {
  const why = whyClosed(gate, at)
  if (why) return why
  return gate.tabbed || isPresent(gate.offsets, at) ? undefined : 'absent'
}

/**
 * A finger gives no sign of itself before it touches: it has to hold, and the frame to stand still meanwhile.
 *
 * @source security 3.5 rules 3, 4
 */
function pressPointer(gate: Gate, { at, place, pointer, touch }: Of<'down'>): Gate {
  const why = whyClosed(gate, at)
  const offsets = seePointer(touch ? [] : gate.offsets, place, at)
  if (why) return refuse({ ...gate, offsets }, why)
  // The frame must stand where it stood while the pointer moved in it.
  if (!touch && !isPresent(offsets, at)) return refuse({ ...gate, offsets }, 'absent')
  const hold = touch || gate.rules.hold
  return {
    ...gate,
    offsets,
    refused: undefined,
    press: { by: 'pointer', pointer, since: at, hold },
  }
}

function releasePointer(gate: Gate, { at, inside, place, pointer }: Of<'up'>): Gate {
  const { press } = gate
  const offsets = seePointer(gate.offsets, place, at)
  if (press?.by !== 'pointer' || press.pointer !== pointer) return { ...gate, offsets }
  const next = { ...gate, offsets, press: undefined }
  const why = whyClosed(gate, at)
  if (why) return refuse(next, why)
  if (!inside) return next
  if (press.hold && at - press.since < gateTimes.hold) return refuse(next, 'short')
  // Since it was pressed the frame has not moved under the pointer.
  if (!offsets.some(({ since }) => since <= press.since)) return refuse(next, 'absent')
  return approve(next)
}

/** A key can be held, or pressed twice: nobody should need to hold a key. @source WCAG 2.2 2.1.1 */
function pressKey(gate: Gate, since: number, at: number): Gate {
  const next = { ...gate, press: undefined }
  const why = whyClosed(gate, at)
  if (why) return refuse(next, why)
  if (!gate.rules.hold || at - since >= gateTimes.hold) return approve(next)
  const first = gate.firstPressAt
  if (first !== undefined && since - first >= gateTimes.hold && since - first <= gateTimes.confirm)
    return approve(next)
  return { ...refuse(next, 'short'), firstPressAt: since }
}
