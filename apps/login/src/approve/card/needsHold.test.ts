import { expect, it } from 'vitest'
import { descriptions } from '../scenes.test.kit.ts'
import { needsHold } from './needsHold.ts'

it('[T117] requires a hold for everything that moves value, at any risk, and for messages above low risk', () => {
  for (const kind of ['transaction', 'permit', 'calls', 'solana-transaction'] as const)
    for (const risk of ['low', 'medium', 'high'] as const)
      expect(needsHold({ ...descriptions.transfer, kind, risk }), `${kind} ${risk}`).toBe(true)
  for (const kind of ['message', 'sign-in', 'typed-data', 'blind'] as const)
    for (const risk of ['low', 'medium', 'high'] as const)
      expect(needsHold({ ...descriptions.message, kind, risk }), `${kind} ${risk}`).toBe(
        risk !== 'low',
      )
  expect(needsHold({ ...descriptions.hash, risk: 'low' })).toBe(true)
})
