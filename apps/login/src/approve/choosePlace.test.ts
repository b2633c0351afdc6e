import { expect, test } from 'vitest'
import { choosePlace, type FramePlace } from './choosePlace.ts'

const frame: FramePlace = { hasIo2: true, width: 360, height: 640, pixelRatio: 1, storage: true }
const risks = ['low', 'medium', 'high'] as const

test('[T20] [T23] chooses the frame or a popup by the table of the security model', () => {
  const table = (trust: 'first-party' | 'untrusted', change: Partial<FramePlace> = {}) =>
    risks.map((risk) => {
      const chosen = choosePlace({
        risk,
        trust,
        kind: 'typed-data',
        frame: { ...frame, ...change },
      })
      return chosen.place === 'inline' ? 'inline' : chosen.reason
    })
  expect(table('first-party')).toEqual(['inline', 'inline', 'risk'])
  expect(table('untrusted')).toEqual(['inline', 'value', 'risk'])
  for (const trust of ['first-party', 'untrusted'] as const) {
    expect(table(trust, { hasIo2: false })).toEqual(['browser', 'browser', 'risk'])
    expect(table(trust, { width: 300 })).toEqual(['size', 'size', 'risk'])
    expect(table(trust, { height: 640, pixelRatio: 0.5 })).toEqual(['size', 'size', 'risk'])
    expect(table(trust, { height: 479 })).toEqual(['size', 'size', 'risk'])
    expect(table(trust, { width: 320, height: 480 })).toEqual(table(trust))
    expect(table(trust, { storage: false })).toEqual(['inline', 'storage', 'risk'])
  }
  // A frame that was not shown yet has no size; its gate judges it.
  expect(table('first-party', { width: undefined })).toEqual(['inline', 'inline', 'risk'])
})

test('[T20] never approves a transfer of value in the frame of an untrusted site', () => {
  for (const kind of ['transaction', 'permit', 'calls', 'solana-transaction'] as const)
    for (const risk of risks)
      expect(choosePlace({ risk, kind, trust: 'untrusted', frame }).place).toBe('popup')
})
