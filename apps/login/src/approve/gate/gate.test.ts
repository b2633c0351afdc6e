import { expect, test } from 'vitest'
import { createGate, type Gate, gateTimes, moveGate, whyClosed } from './gate.ts'
import type { GateEvent } from './gateEvent.ts'
import { unseenPointer } from './pointerOffsets.ts'

const big = { width: 360, height: 640, pixelRatio: 1 }
const place = (x: number, y: number, frame = { x: 100, y: 50 }, zoom = 1) => ({
  screenX: frame.x + x * zoom,
  screenY: frame.y + y * zoom,
  clientX: x,
  clientY: y,
  pixelRatio: zoom,
})
type Rules = { surface?: 'inline' | 'popup'; hold?: boolean }

/** An open gate at 2,000 ms: seen, settled, read, and a pointer has moved in it. */
function ready({ surface = 'inline', hold = false }: Rules = {}, more: GateEvent[] = []): Gate {
  const events: GateEvent[] = [
    { type: 'sized', ...big, at: 0 },
    { type: 'focused', focused: true, at: 0 },
    { type: 'seen', visible: true, at: 100 },
    { type: 'read', toEnd: true, at: 100 },
    { type: 'moved', place: place(10, 10), trusted: true, at: 1_000 },
    { type: 'moved', place: place(50, 60), trusted: true, at: 1_100 },
    { type: 'moved', place: place(60, 70), trusted: true, at: 1_200 },
    ...more,
  ]
  return events.reduce(moveGate, createGate({ surface, hold }, 0))
}
const down = (at: number, change: object = {}): GateEvent => ({
  ...{ type: 'down', at, pointer: 1, place: place(60, 70), touch: false, trusted: true },
  ...change,
})
const up = (at: number, change: object = {}): GateEvent => ({
  ...{ type: 'up', at, pointer: 1, place: place(60, 70), inside: true, trusted: true },
  ...change,
})
const click = (gate: Gate, at = 2_000, length = 80) =>
  [down(at), up(at + length)].reduce(moveGate, gate)

test('accepts an honest click, in the frame and in a popup', () => {
  expect(click(ready()).approved).toBe(true)
  expect(click(ready({ surface: 'popup' })).approved).toBe(true)
})

test('is large enough from the least size on, in device pixels', () => {
  const why = (width: number, height: number, pixelRatio = 1) =>
    whyClosed(ready({}, [{ type: 'sized', width, height, pixelRatio, at: 1_300 }]), 5_000)
  // The least size in security 3.5, in device pixels.
  const [width, height] = [300, 480]
  expect(why(width, height)).toBeUndefined()
  expect(why(width / 2, height / 2, 2)).toBeUndefined()
  expect(why(width - 1, height)).toBe('size')
  expect(why(width, height - 1)).toBe('size')
})

test('tolerates a frame that is 2 px elsewhere, as browsers round, and no more', () => {
  const slid = (x: number, y: number) =>
    click(
      ready({}, [
        {
          type: 'moved',
          place: place(70, 80, { x: 100 + x, y: 50 + y }),
          trusted: true,
          at: 1_900,
        },
      ]),
    ).approved
  expect([slid(2, 0), slid(0, 2), slid(-2, -2)]).toEqual([true, true, true])
  expect([slid(3, 0), slid(0, 3), slid(0, -3)]).toEqual([false, false, false])
})

test('starts closed, and stays closed while any condition is missing', () => {
  const fresh = createGate({ surface: 'inline', hold: false }, 0)
  expect(whyClosed(fresh, 10_000)).toBe('size')
  const without = (type: GateEvent['type'], surface: 'inline' | 'popup' = 'inline') => {
    const all: GateEvent[] = [
      { type: 'sized', ...big, at: 0 },
      { type: 'focused', focused: true, at: 0 },
      { type: 'seen', visible: true, at: 0 },
      { type: 'read', toEnd: true, at: 0 },
      { type: 'moved', place: place(10, 10), trusted: true, at: 10 },
      { type: 'moved', place: place(50, 60), trusted: true, at: 15 },
      { type: 'moved', place: place(60, 70), trusted: true, at: 20 },
    ]
    const given = all.filter((event) => event.type !== type)
    return click(given.reduce(moveGate, createGate({ surface, hold: false }, 0)))
  }
  expect(without('closed').approved).toBe(true)
  expect(without('sized')).toMatchObject({ approved: false, refused: 'size' })
  expect(without('seen')).toMatchObject({ approved: false, refused: 'unseen' })
  expect(without('focused', 'popup')).toMatchObject({ approved: false, refused: 'unfocused' })
  expect(without('read')).toMatchObject({ approved: false, refused: 'unread' })
  expect(without('moved')).toMatchObject({ approved: false, refused: 'absent' })
})

test('stays closed after a `closed` event, whatever event follows', () => {
  const closed = moveGate(ready(), { type: 'closed', at: 1_500 })
  expect(whyClosed(closed, 60_000)).toBe('closed')
  const later = [
    { type: 'seen', visible: true, at: 1_600 } as const,
    { type: 'disturbed', at: 1_600 } as const,
    down(3_000),
    up(3_080),
  ].reduce(moveGate, closed)
  expect(later).toEqual(closed)
})

test('[T17] stays closed for 800 ms after it was covered', () => {
  const uncovered = ready({}, [
    { type: 'seen', visible: false, at: 1_900 },
    { type: 'seen', visible: true, at: 1_950 },
  ])
  expect(click(uncovered, 2_000)).toMatchObject({ approved: false, refused: 'settling' })
  expect(whyClosed(uncovered, 1_950 + gateTimes.visible - 1)).toBe('settling')
  expect(click(uncovered, 1_950 + gateTimes.visible).approved).toBe(true)
})

test('refuses a press during which the card was covered, resized or hidden, or the page blocked', () => {
  const breaks: GateEvent[] = [
    { type: 'seen', visible: false, at: 2_020 },
    { type: 'disturbed', at: 2_020 },
    { type: 'focused', focused: false, at: 2_020 },
    { type: 'sized', width: 100, height: 640, pixelRatio: 1, at: 2_020 },
    { type: 'closed', at: 2_020 },
  ]
  for (const event of breaks)
    expect([down(2_000), event, up(2_080)].reduce(moveGate, ready())).toMatchObject({
      approved: false,
      refused: 'settling',
    })
})

test('ignores a press that is cancelled', () => {
  const events = [down(2_000), { type: 'cancelled', at: 2_020 } as const, up(2_080)]
  expect(events.reduce(moveGate, ready())).toMatchObject({ approved: false, refused: undefined })
})

test('[T18] refuses a press until the frame has kept its place under the pointer for 500 ms', () => {
  const slid = { x: 100, y: 250 }
  const pressed = down(2_000, { place: place(60, -130, slid) })
  expect([pressed, up(2_080)].reduce(moveGate, ready())).toMatchObject({
    approved: false,
    refused: 'absent',
  })
  const moved = [0, 50, 100].map(
    (step): GateEvent => ({
      type: 'moved',
      place: place(60, 70 + step, slid),
      trusted: true,
      at: 2_100 + step,
    }),
  )
  const again = [
    down(2_500, { place: place(60, 170, slid) }),
    up(2_550, { place: place(60, 170, slid) }),
  ]
  expect([...moved, ...again].reduce(moveGate, ready()).approved).toBe(false)
  const later = [
    down(2_700, { place: place(60, 170, slid) }),
    up(2_750, { place: place(60, 170, slid) }),
  ]
  expect([...moved, ...later].reduce(moveGate, ready()).approved).toBe(true)
  // The frame moves in small steps.
  const creeping = Array.from(
    { length: 100 },
    (_, step): GateEvent => ({
      type: 'moved',
      place: place(60, 70, { x: 100, y: 50 + step * 2 }),
      trusted: true,
      at: 1_200 + step * 8,
    }),
  )
  expect(click([...creeping].reduce(moveGate, ready())).approved).toBe(false)
  // The frame moves between press and release.
  const end = up(2_080, { place: place(60, 70, slid) })
  expect([down(2_000), end].reduce(moveGate, ready()).approved).toBe(false)
})

test('does not mistake a zoomed page for a moved frame', () => {
  const zooms = [0.5, 0.9, 1, 1.25, 1.5, 2]
  // Browsers report zoom times the device's scale.
  const scales = [1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 2.625, 2.75, 3, 3.5, 4]
  const pages = zooms.flatMap((zoom) => scales.map((scale) => ({ zoom, scale })))
  for (const { scale, zoom } of pages) {
    const at = (x: number, y: number) => ({
      ...place(x, y, { x: 100, y: 50 }, zoom),
      pixelRatio: zoom * scale,
    })
    const gate = [
      { type: 'sized', width: 1_000, height: 1_000, pixelRatio: zoom * scale, at: 0 } as const,
      { type: 'moved', place: at(10, 10), trusted: true, at: 1_000 } as const,
      { type: 'moved', place: at(150, 90), trusted: true, at: 1_200 } as const,
      { type: 'moved', place: at(200, 120), trusted: true, at: 1_300 } as const,
      down(2_000, { place: at(230, 220) }),
      up(2_060, { place: at(230, 220) }),
    ].reduce(
      moveGate,
      [
        { type: 'seen', visible: true, at: 0 } as const,
        { type: 'read', toEnd: true, at: 0 } as const,
      ].reduce(moveGate, createGate({ surface: 'inline', hold: false }, 0)),
    )
    expect(gate.approved, `${zoom} × ${scale}`).toBe(true)
  }
})

test('[T21] ignores the second half of a double click', () => {
  const opened = createGate({ surface: 'popup', hold: false }, 2_000)
  const events: GateEvent[] = [
    { type: 'sized', ...big, at: 2_000 },
    { type: 'focused', focused: true, at: 2_000 },
    { type: 'read', toEnd: true, at: 2_000 },
    up(2_050),
    down(2_120),
    up(2_180),
  ]
  expect(events.reduce(moveGate, opened).approved).toBe(false)
  // A release whose press was elsewhere.
  expect(moveGate(ready(), up(2_000)).approved).toBe(false)
})

test('[T22] ignores synthetic events and the repeats of a held key', () => {
  expect([down(2_000, { trusted: false }), up(2_080)].reduce(moveGate, ready()).approved).toBe(
    false,
  )
  expect([down(2_000), up(2_080, { trusted: false })].reduce(moveGate, ready()).approved).toBe(
    false,
  )
  expect(moveGate(ready(), { type: 'pressed', trusted: false, at: 2_000 }).approved).toBe(false)
  const held = Array.from(
    { length: 50 },
    (_, index): GateEvent => ({
      type: 'key-down',
      repeat: true,
      trusted: true,
      at: 2_000 + index * 30,
    }),
  )
  const released: GateEvent = { type: 'key-up', trusted: true, at: 3_600 }
  expect([...held, released].reduce(moveGate, ready()).approved).toBe(false)
})

test('ignores a release outside the button, or by another pointer', () => {
  expect([down(2_000), up(2_080, { inside: false })].reduce(moveGate, ready()).approved).toBe(false)
  expect([down(2_000), up(2_080, { pointer: 2 })].reduce(moveGate, ready()).approved).toBe(false)
})

test('[T19] requires a minimum size in physical pixels', () => {
  const sized = (width: number, height: number, pixelRatio: number) =>
    whyClosed(ready({}, [{ type: 'sized', width, height, pixelRatio, at: 1_300 }]), 5_000)
  expect(sized(360, 479, 1)).toBe('size')
  expect(sized(299, 640, 1)).toBe('size')
  expect(sized(1_200, 2_100, 0.2)).toBe('size')
  expect(sized(160, 250, 2)).toBeUndefined()
})

test('requires a hold of 700 ms for harmful requests', () => {
  const gate = ready({ hold: true })
  expect(click(gate)).toMatchObject({ approved: false, refused: 'short' })
  expect(click(gate, 2_000, gateTimes.hold - 1).approved).toBe(false)
  expect(click(gate, 2_000, gateTimes.hold).approved).toBe(true)
})

test('requires a touch to be held, because no hover precedes it', () => {
  const touched = (length: number, end = place(60, 70)) => {
    const gate = { ...ready(), pointer: unseenPointer }
    const steps = [down(2_000, { touch: true }), up(2_000 + length, { place: end })]
    return steps.reduce(moveGate, gate).approved
  }
  expect(touched(80)).toBe(false)
  expect(touched(gateTimes.hold)).toBe(true)
  expect(touched(gateTimes.hold, place(60, 70, { x: 100, y: 90 }))).toBe(false)
})

test('accepts the keyboard after Tab: one press, or a held press or two presses when a hold is required', () => {
  const keys = (at: number, length = 60): GateEvent[] => [
    { type: 'key-down', repeat: false, trusted: true, at },
    { type: 'key-up', trusted: true, at: at + length },
  ]
  const tabbed: GateEvent = { type: 'tabbed', trusted: true, at: 1_500 }
  const nobody = { ...ready(), pointer: unseenPointer }
  expect(keys(2_000).reduce(moveGate, nobody)).toMatchObject({ approved: false, refused: 'absent' })
  expect([tabbed, ...keys(2_000)].reduce(moveGate, nobody).approved).toBe(true)
  const careful = ready({ hold: true }, [tabbed])
  expect(keys(2_000).reduce(moveGate, careful).approved).toBe(false)
  expect(keys(2_000, gateTimes.hold).reduce(moveGate, careful).approved).toBe(true)
  expect([...keys(2_000), ...keys(2_300)].reduce(moveGate, careful).approved).toBe(false)
  expect([...keys(2_000), ...keys(2_800)].reduce(moveGate, careful).approved).toBe(true)
  expect([...keys(2_000), ...keys(20_000)].reduce(moveGate, careful).approved).toBe(false)
})
