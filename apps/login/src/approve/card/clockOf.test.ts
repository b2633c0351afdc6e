import { expect, test } from 'vitest'
import { words } from '../words.ts'
import { clockOf } from './clockOf.ts'

test('counts the last minute down', () => {
  expect([300, 61, 60, 59, 7].map(clockOf)).toEqual([
    undefined,
    undefined,
    words.expires.replace('{time}', '1:00'),
    words.expires.replace('{time}', '0:59'),
    words.expires.replace('{time}', '0:07'),
  ])
})
