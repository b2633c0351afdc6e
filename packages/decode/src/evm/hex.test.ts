import { expect, it } from 'vitest'
import { fromHex } from './hex.ts'

it('error: refuses incomplete bytes', () => {
  expect(() => fromHex('0x123')).toThrow(expect.objectContaining({ code: 'params-invalid' }))
})
