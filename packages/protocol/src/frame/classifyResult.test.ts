import { expect, test } from 'vitest'
import { classifyResult } from './classifyResult.ts'

test('[5.7] 0x and 64 hex digits is a hash, at least 62 a signed message, else an object', () => {
  expect(classifyResult(`0x${'aF'.repeat(32)}`)).toBe('hash')
  for (const count of [62, 63, 65, 130, 1000])
    expect(classifyResult(`0x${'a'.repeat(count)}`), String(count)).toBe('signature')
  for (const result of [
    `0x${'a'.repeat(61)}`,
    'a'.repeat(64),
    `0x${'g'.repeat(64)}`,
    `0x${'a'.repeat(64)}\n`,
    '',
    1,
    null,
    undefined,
    { id: '0x1' },
    [],
  ])
    expect(classifyResult(result), String(result)).toBe('object')
})
