import { expect, test } from 'vitest'
import { safeMethods, unsafeMethods } from '../methods.ts'
import { budgetOf, frameBudgets, listFrameBudgets } from './frameBudgets.ts'
import { type FrameMessageType, frameMessages } from './frameMessages.ts'

test('[T10] each kind of request has its size, rates and concurrency', () => {
  const rows = Object.entries(frameBudgets).map(
    ([name, { bytes, open, perMinute, perSecond }]) =>
      `${name}: ${bytes / 1024} KiB, ${perSecond}/s, ${perMinute}/min, ${open} open`,
  )
  expect(rows).toEqual([
    'control: 1 KiB, 50/s, 600/min, 10 open',
    'login: 64 KiB, 10/s, 120/min, 20 open',
    'settings: 4 KiB, 50/s, 600/min, 99 open',
    'looks: 256 KiB, 20/s, 300/min, 20 open',
    'read: 256 KiB, 50/s, 600/min, 99 open',
    'submit: 256 KiB, 20/s, 20/min, 20 open',
    'ask: 256 KiB, 100/s, 600/min, 99 open',
  ])
})

test('a wallet method counts as an approval, a transaction signed elsewhere, or a read', () => {
  const rows = ['personal_sign', 'eth_sendRawTransaction', 'eth_call', 'of_tomorrow', ''].map(
    (method) => {
      const { budget, method: named, timeMs } = budgetOf('RPC_REQUEST', method)
      return [named, budget, timeMs]
    },
  )
  expect(rows).toEqual([
    ['personal_sign', 'ask', 300_000],
    ['eth_sendRawTransaction', 'submit', 60_000],
    ['eth_call', 'read', 60_000],
    ['of_tomorrow', 'read', 60_000],
    ['', 'read', 60_000],
  ])
  for (const method of unsafeMethods) expect(budgetOf('RPC_REQUEST', method).budget).toBe('ask')
})

test('another message counts under its own name, whatever method it contains', () => {
  expect(budgetOf('RPC_ABORT', 'personal_sign')).toEqual({
    ...frameBudgets.control,
    budget: 'control',
    method: 'RPC_ABORT',
    timeMs: 30_000,
  })
})

test('lists every message and every wallet method once', () => {
  const names = Object.keys(frameMessages).filter((type) => type !== 'RPC_REQUEST')
  const listed = listFrameBudgets()
  expect(listed.map(({ method }) => method)).toEqual([...names, ...safeMethods, ...unsafeMethods])
  expect(listed.slice(0, names.length)).toEqual(
    names.map((type) => budgetOf(type as FrameMessageType)),
  )
})
