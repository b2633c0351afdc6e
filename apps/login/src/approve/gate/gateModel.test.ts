import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createGate, gateTimes, moveGate } from './gate.ts'
import type { GateEvent } from './gateEvent.ts'

/** ms. @source security 3.5, T117 */
const rule = { visible: 800, settle: 500, hold: 700, still: 500, confirm: 10_000 }
type Rules = { surface: 'inline' | 'popup'; hold: boolean }
type Of<type extends GateEvent['type']> = Extract<GateEvent, { type: type }>

const isOf = <type extends GateEvent['type']>(
  event: GateEvent,
  ...types: type[]
): event is Of<type> => (types as string[]).includes(event.type)
const isTrusted = (event: GateEvent) => !('trusted' in event) || event.trusted
const isPress = (event: GateEvent) =>
  isOf(event, 'down', 'pressed') || (isOf(event, 'key-down') && !event.repeat)
const last = <type extends GateEvent['type']>(events: readonly GateEvent[], type: type) =>
  events.findLast((event): event is Of<type> => event.type === type)

/** Model of the gate: lists the conditions that an approval violates, computed from all events independently of it. */
function broken(all: readonly GateEvent[], rules: Rules): string[] {
  const events = all.filter(isTrusted)
  const end = events.at(-1)
  if (!end || !isOf(end, 'up', 'key-up', 'pressed')) return ['approved by what is no press']
  const before = events.slice(0, -1)
  const start = isOf(end, 'pressed')
    ? end
    : before.findLast((event) =>
        isOf(end, 'up')
          ? isOf(event, 'down') && event.pointer === end.pointer
          : isOf(event, 'key-down') && !event.repeat,
      )
  if (!start) return ['released without a press']
  const earlier = events.slice(0, events.indexOf(start))
  const during = events.slice(events.indexOf(start) + 1, -1)
  const faults: string[] = []
  const check = (holds: boolean | undefined, name: string) => holds || faults.push(name)

  check(!events.some(({ type }) => type === 'closed'), 'closed')
  const size = last(events, 'sized')
  check(size && size.width >= 300 && size.height >= 480, 'too small')
  check(last(events, 'read')?.toEnd, 'not read to its end')
  if (rules.surface === 'popup') check(last(events, 'focused')?.focused, 'without focus')
  else {
    const hidden = before.findLastIndex((event) => isOf(event, 'seen') && !event.visible)
    const seen = before.slice(hidden + 1).find((event) => isOf(event, 'seen'))
    check(seen && start.at - seen.at >= rule.visible, 'not seen for 800 ms')
  }
  check(start.at >= rule.settle, 'too soon after it was opened')
  for (const event of earlier) {
    const apart = start.at - event.at
    if (isOf(event, 'focused', 'disturbed', 'tabbed'))
      check(apart >= rule.settle, `too soon after ${event.type}`)
    if (isPress(event)) check(apart >= rule.settle, 'too soon after another press')
  }
  for (const event of during)
    check(
      !isOf(event, 'focused', 'disturbed', 'tabbed', 'cancelled') &&
        !(isOf(event, 'seen') && !event.visible) &&
        !isPress(event),
      `${event.type} during the press`,
    )
  const heldMs = end.at - start.at
  if (isOf(end, 'up') && isOf(start, 'down')) {
    check(end.inside, 'released beside the button')
    if (rules.hold || start.touch) check(heldMs >= rule.hold, 'not held')
    const pointers = events.filter((event) => isOf(event, 'moved', 'down', 'up'))
    const moves = pointers.filter((event, index) => {
      const place = pointers[index - 1]?.place
      const { screenX, screenY } = event.place
      const isElsewhere = place && (place.screenX !== screenX || place.screenY !== screenY)
      return isOf(event, 'moved') && isElsewhere && event.at <= start.at
    })
    if (!start.touch) check(moves.length >= 2, 'no pointer moved')
    // The frame moved under a pointer that did not move.
    const slides = pointers.filter((event, index) => {
      const place = pointers[index - 1]?.place
      return place?.screenX === event.place.screenX && place.clientX !== event.place.clientX
    })
    for (const slide of slides) {
      check(slide.at <= start.at, 'slid under the pointer')
      if (!start.touch && !rules.hold) check(start.at - slide.at >= rule.still, 'slid a moment ago')
    }
  } else {
    if (isOf(end, 'key-up'))
      check(
        earlier.some(({ type }) => type === 'tabbed'),
        'nobody came by Tab',
      )
    const isSecond = earlier.some((event) => {
      const apart = start.at - event.at
      return isPress(event) && apart >= rule.hold && apart <= rule.confirm
    })
    if (rules.hold) check(heldMs >= rule.hold || isSecond, 'neither held nor pressed twice')
  }
  return faults
}

const place = fc
  .tuple(fc.constantFrom(160, 160, 161, 164, 190), fc.constantFrom(100, 100, 100, 100, 20))
  .map(([screenX, frame]) => ({
    ...{ screenX, screenY: screenX, clientX: screenX - frame, clientY: screenX - 50 },
    pixelRatio: 1,
  }))
const trusted = fc.integer({ min: 0, max: 19 }).map((one) => one > 0)
const pointer = fc.constantFrom(1, 1, 1, 2)
const gap = fc.constantFrom(1, 10, 80, 150, 250, 450, 550, 750, 900)
const event = fc.oneof(
  { weight: 8, arbitrary: fc.record({ type: fc.constant('moved' as const), trusted, place }) },
  {
    weight: 10,
    arbitrary: fc.record({
      type: fc.constant('down' as const),
      ...{ trusted, pointer, place, touch: fc.integer({ min: 0, max: 5 }).map((one) => one === 0) },
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      type: fc.constant('up' as const),
      ...{ trusted, pointer, place, inside: fc.integer({ min: 0, max: 5 }).map((one) => one > 0) },
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('key-down' as const),
      ...{ trusted, repeat: fc.boolean() },
    }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('key-up' as const), trusted }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('pressed' as const), trusted }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('tabbed' as const), trusted }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('disturbed' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('cancelled' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('seen' as const), visible: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('focused' as const), focused: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('read' as const), toEnd: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('sized' as const),
      ...{ width: fc.constantFrom(200, 400), height: fc.constant(700), pixelRatio: fc.constant(1) },
    }),
  },
)
/** The usual initial events of a surface; occasionally one is missing. */
const opening = fc
  .tuple(...Array.from({ length: 7 }, () => fc.integer({ min: 0, max: 5 })))
  .map((dice) =>
    (
      [
        { type: 'sized', width: 400, height: 700, pixelRatio: 1 },
        { type: 'focused', focused: true },
        { type: 'seen', visible: true },
        { type: 'read', toEnd: true },
        ...[10, 20, 30].map((x) => ({
          type: 'moved',
          trusted: true,
          place: { screenX: 100 + x, screenY: 100 + x, clientX: x, clientY: 50 + x, pixelRatio: 1 },
        })),
      ] as GateEvent[]
    ).filter((_, index) => dice[index] !== 0),
  )
const rules = fc.record({
  surface: fc.constantFrom('inline' as const, 'popup' as const),
  hold: fc.boolean(),
})

/** Applies all events. @returns The events up to the approval; undefined if it was not approved. */
function approvedBy(given: Rules, steps: readonly (readonly [number, object])[]) {
  let gate = createGate(given, 0)
  let at = 0
  const happened: GateEvent[] = []
  for (const [gapMs, step] of steps) {
    at += gapMs
    const one = { ...step, at } as GateEvent
    happened.push(one)
    gate = moveGate(gate, one)
    if (gate.approved) return happened
  }
  return undefined
}

test('[T15] [T17] [T21] [T117] approves nothing in any sequence of events unless every condition is met', () => {
  let approved = 0
  fc.assert(
    fc.property(
      rules,
      opening,
      fc.array(fc.tuple(gap, event), { maxLength: 40 }),
      (given, first, rest) => {
        const happened = approvedBy(given, [...first.map((one) => [0, one] as const), ...rest])
        if (!happened) return
        approved += 1
        expect(broken(happened, given)).toEqual([])
      },
    ),
    { numRuns: 20_000 },
  )
  // Enough of the sequences end in an approval.
  expect(approved).toBeGreaterThan(500)
})

test('[T117] never approves repeated presses shorter than the hold, however the pointer moves', () => {
  const click = fc.record({
    wait: fc.integer({ min: 0, max: 2_000 }),
    length: fc.integer({ min: 0, max: gateTimes.hold - 1 }),
    moves: fc.array(place, { maxLength: 4 }),
    inside: fc.boolean(),
  })
  const started = fc.record({ surface: fc.constantFrom('inline' as const, 'popup' as const) })
  fc.assert(
    fc.property(started, fc.array(click, { maxLength: 60 }), ({ surface }, clicks) => {
      const at = { screenX: 160, screenY: 160, clientX: 60, clientY: 110, pixelRatio: 1 }
      const steps = clicks.flatMap(({ inside, length, moves, wait }): [number, object][] => [
        ...moves.map((one): [number, object] => [0, { type: 'moved', trusted: true, place: one }]),
        [wait, { type: 'down', pointer: 1, touch: false, trusted: true, place: at }],
        [length, { type: 'up', pointer: 1, inside, trusted: true, place: at }],
      ])
      const open: [number, object][] = [
        [0, { type: 'sized', width: 400, height: 700, pixelRatio: 1 }],
        [0, { type: 'focused', focused: true }],
        [0, { type: 'seen', visible: true }],
        [0, { type: 'read', toEnd: true }],
      ]
      expect(approvedBy({ surface, hold: true }, [...open, ...steps])).toBeUndefined()
      // Clicks within half a second of each other do not approve by one click either.
      const quick = steps.map(([ms, step]): [number, object] => [ms % 240, step])
      expect(approvedBy({ surface, hold: false }, [...open, ...quick])).toBeUndefined()
    }),
    { numRuns: 3_000 },
  )
})
