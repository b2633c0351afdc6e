import type { GateEvent } from './gateEvent.ts'
import {
  hasMoved,
  type SeenPointer,
  seePointer,
  stoodStill,
  unseenPointer,
} from './pointerOffsets.ts'

/** Times, in ms. @source security 3.5, appendix C */
export const gateTimes = {
  /** Time for which the whole card must have been visible without interruption. */
  visible: 800,
  /**
   * Waiting time after the window was focused, shown or resized, and after each refused press, so that continuous
   * clicking never opens the gate.
   */
  settle: 500,
  /** Time for which the button must be held for a request that moves value. */
  hold: 700,
  /** Time for which the frame must not have moved under the pointer before a plain click. */
  still: 500,
  /** Time in which a second key press confirms the first. */
  confirm: 10_000,
} as const

/** Minimum size of the surface, in physical px. @source security 3.5 rule 6 */
const minSize = { width: 300, height: 480 }

export type GateRules = {
  /** In the frame, over which the page could draw, or in a popup. */
  surface: 'inline' | 'popup'
  /** True if the button must be held. */
  hold: boolean
}

/** Why the gate is closed. */
export type Closed =
  | 'closed'
  | 'size'
  | 'unseen'
  | 'unfocused'
  | 'unread'
  | 'settling'
  /** No pointer has moved here and the Tab key has not been used; detected only at a press. */
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
  readonly pointer: SeenPointer
  readonly press: Press | undefined
  /** Time of the first short press by key or screen reader, when the button must be held. */
  readonly firstPressAt: number | undefined
  /** True once the user has approved; the state is then final. */
  readonly approved: boolean
  /** Why the last press was refused. */
  readonly refused: Closed | 'short' | undefined
}

/** Makes a closed gate: every condition has to be observed after this. */
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
    pointer: unseenPointer,
    press: undefined,
    firstPressAt: undefined,
    approved: false,
    refused: undefined,
  }
}

/**
 * Returns why the gate is closed at that time; undefined when it is open. Does not check whether the user is present.
 * @source security 3.5 rules 1, 2, 5, 6
 */
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

/** Returns when the gate opens if nothing else happens. */
export function opensAt(gate: Gate): number {
  const seen = gate.rules.surface === 'popup' ? 0 : (gate.seenSince ?? 0) + gateTimes.visible
  return Math.max(seen, gate.settledAt)
}

/** Cancels the press and restarts the waiting time, so that continuous clicking never approves. */
const wait = (gate: Gate, at: number): Gate => ({
  ...gate,
  press: undefined,
  settledAt: Math.max(gate.settledAt, at + gateTimes.settle),
})
const refuse = (gate: Gate, refused: Gate['refused'], at: number): Gate => ({
  ...wait(gate, at),
  refused,
})
const approve = (gate: Gate): Gate => ({
  ...gate,
  press: undefined,
  refused: undefined,
  approved: true,
})
/** Refuses a press during which conditions change. */
const cancelPress = (gate: Gate, at: number, change: Partial<Gate> = {}): Gate => ({
  ...(gate.press ? refuse(gate, 'settling', at) : gate),
  firstPressAt: undefined,
  ...change,
})

/** Reduces an event to the gate's next state. Pure; fails closed. */
export function moveGate(gate: Gate, event: GateEvent): Gate {
  if (gate.approved || gate.closed) return gate
  const { at } = event
  if ('trusted' in event && !event.trusted) return gate
  switch (event.type) {
    case 'closed':
      return cancelPress(gate, at, { closed: true })
    case 'seen':
      if (!event.visible) return cancelPress(gate, at, { seenSince: undefined })
      return gate.seenSince === undefined ? { ...gate, seenSince: at } : gate
    case 'focused':
      return cancelPress(gate, at, { focused: event.focused, settledAt: at + gateTimes.settle })
    case 'disturbed':
      return cancelPress(gate, at, { settledAt: at + gateTimes.settle })
    case 'sized': {
      const fits =
        event.width * event.pixelRatio >= minSize.width &&
        event.height * event.pixelRatio >= minSize.height
      return fits === gate.fits ? gate : cancelPress(gate, at, { fits })
    }
    case 'read':
      return event.toEnd === gate.toEnd ? gate : cancelPress(gate, at, { toEnd: event.toEnd })
    case 'moved':
      return { ...gate, pointer: seePointer(gate.pointer, { ...event, isMove: true }) }
    case 'tabbed':
      return cancelPress(wait(gate, at), at, { tabbed: true })
    case 'cancelled':
      return gate.press ? wait(gate, at) : gate
    case 'down':
      return pressPointer(gate, event)
    case 'up':
      return releasePointer(gate, event)
    case 'key-down': {
      // Key repeat of a held key.
      if (event.repeat) return gate
      const closed = whyRefused(gate, at)
      // Report a missing Tab before waiting times: it is what the user can fix.
      const why = !gate.tabbed && (closed ?? 'settling') === 'settling' ? 'absent' : closed
      return why ? refuse(gate, why, at) : { ...gate, press: { by: 'key', since: at } }
    }
    case 'key-up': {
      if (gate.press?.by !== 'key') return gate
      return pressKey(gate, gate.press.since, at)
    }
    case 'pressed':
      return gate.press ? refuse(gate, 'settling', at) : pressKey(gate, at, at)
  }
}

/** Returns why a press is refused; a second press during the first one is. */
const whyRefused = (gate: Gate, at: number) =>
  whyClosed(gate, at) ?? (gate.press ? 'settling' : undefined)

type Of<type extends GateEvent['type']> = Extract<GateEvent, { type: type }> & { at: number }

/**
 * Starts a press by a pointer. A touch has no hover before it, so it must be held while the frame does not move.
 * @source security 3.5 rules 3, 4
 */
function pressPointer(gate: Gate, { at, place, pointer: id, touch }: Of<'down'>): Gate {
  const before = touch ? unseenPointer : gate.pointer
  const pointer = seePointer(before, { at, isMove: false, place })
  const next = { ...gate, pointer }
  const why = whyRefused(gate, at)
  if (why) return refuse(next, why, at)
  const hold = touch || gate.rules.hold
  // For a hold, the frame is checked while it is held instead of before.
  if (!touch && !hasMoved(pointer, hold ? at : at - gateTimes.still))
    return refuse(next, 'absent', at)
  return {
    ...next,
    refused: undefined,
    press: { by: 'pointer', pointer: id, since: at, hold },
  }
}

function releasePointer(gate: Gate, { at, inside, place, pointer: id }: Of<'up'>): Gate {
  const { press } = gate
  const pointer = seePointer(gate.pointer, { at, isMove: false, place })
  if (press?.by !== 'pointer' || press.pointer !== id) return { ...gate, pointer }
  const next = { ...gate, pointer, press: undefined }
  const why = whyClosed(gate, at)
  if (why) return refuse(next, why, at)
  if (!inside) return wait(next, at)
  if (press.hold && at - press.since < gateTimes.hold) return refuse(next, 'short', at)
  // The frame must not have moved under the pointer since the press.
  if (!stoodStill(pointer, press.since)) return refuse(next, 'absent', at)
  return approve(next)
}

/** Ends a press by a key. Pressing twice counts as a hold, for users who can not hold a key. @source WCAG 2.2 2.1.1 */
function pressKey(gate: Gate, since: number, at: number): Gate {
  const next = { ...gate, press: undefined }
  const why = whyClosed(gate, at)
  if (why) return refuse(next, why, at)
  if (!gate.rules.hold || at - since >= gateTimes.hold) return approve(next)
  const first = gate.firstPressAt
  if (first !== undefined && since - first >= gateTimes.hold && since - first <= gateTimes.confirm)
    return approve(next)
  return { ...refuse(next, 'short', at), firstPressAt: since }
}
