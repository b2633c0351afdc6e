import { type Foyer, signMessage } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import { expect, test } from 'vitest'
import { createRouter, type Router } from './router.ts'
import { testFoyer } from './testFoyer.test.kit.ts'
import { transactionStackOf } from './transactionStack.ts'

/** A connected instance whose wallet signs, or runs `answer`. */
async function signing(sign: () => Promise<string> = async () => '0xsigned') {
  const { foyer } = await testFoyer()
  const adapter = foyer.adapters.eip155
  if (!adapter) throw new Error('no adapter')
  const able: Foyer = { ...foyer, adapters: { eip155: { ...adapter, signMessage: sign } } }
  const exits: string[] = []
  const router = createRouter({
    first: { view: 'Account', data: undefined },
    onExit: () => exits.push('exit'),
  })
  const transactions = transactionStackOf({ foyer: able, router })
  return { foyer: able, router, transactions, exits }
}
const names = ({ store }: Router) => store.get().stack.map(({ view }) => view)

test('[2.18] a success goes back, and notifies', async () => {
  const { foyer, router, transactions } = await signing()
  const received: string[] = []
  router.push('Settings')
  transactions.push({
    after: 'back',
    onSuccess: () => received.push('success'),
    onCancel: () => received.push('cancel'),
  })
  await signMessage(foyer, { message: 'hello' })
  expect(names(router)).toEqual(['Account'])
  expect(received).toEqual(['success'])
  expect(transactions.size).toBe(0)
})

test('[2.18] a success replaces the view on top', async () => {
  const { foyer, router, transactions } = await signing()
  router.push('Settings')
  transactions.push({ after: { replace: { view: 'Networks', data: undefined } } })
  await signMessage(foyer, { message: 'hello' })
  expect(names(router)).toEqual(['Account', 'Networks'])
})

test('[2.18] a success resets to a view', async () => {
  const { foyer, router, transactions } = await signing()
  router.push('Settings')
  router.push('Networks')
  transactions.push({ after: { reset: { view: 'Account', data: undefined } } })
  await signMessage(foyer, { message: 'hello' })
  expect(names(router)).toEqual(['Account'])
})

test('[2.18] a rejected request stays in its view, and reports why', async () => {
  const { foyer, router, transactions } = await signing(() =>
    Promise.reject(new FoyerError('user-rejected')),
  )
  const codes: string[] = []
  router.push('Settings')
  transactions.push({
    after: 'back',
    onSuccess: () => codes.push('success'),
    onCancel: ({ code }) => codes.push(code),
  })
  await expect(signMessage(foyer, { message: 'hello' })).rejects.toThrow()
  expect(names(router)).toEqual(['Account', 'Settings'])
  expect(codes).toEqual(['user-rejected'])
})

test('[2.18] each request completes its own entry, in any order', async () => {
  const ends: ((signature: string) => void)[] = []
  const { foyer, transactions } = await signing(() => new Promise((end) => ends.push(end)))
  const received: string[] = []
  const entry = (name: string) => ({ after: 'back' as const, onSuccess: () => received.push(name) })
  transactions.push(entry('first'))
  const first = signMessage(foyer, { message: '1' })
  transactions.push(entry('second'))
  const second = signMessage(foyer, { message: '2' })
  await expect.poll(() => ends.length).toBe(2)
  ends[1]?.('0x2')
  await second
  expect(received).toEqual(['second'])
  ends[0]?.('0x1')
  await first
  expect(received).toEqual(['second', 'first'])
})

test('a request without an entry changes nothing, nor does a removed entry', async () => {
  const { exits, foyer, router, transactions } = await signing()
  router.push('Settings')
  transactions.push({ after: 'back' })()
  expect(transactions.size).toBe(0)
  await signMessage(foyer, { message: 'hello' })
  expect(names(router)).toEqual(['Account', 'Settings'])
  expect(exits).toEqual([])
})
