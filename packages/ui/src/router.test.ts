import { expect, test } from 'vitest'
import { createRouter } from './router.ts'

function router() {
  const exits: string[] = []
  const made = createRouter({
    first: { view: 'Connect', data: undefined },
    onExit: () => exits.push('exit'),
  })
  return { ...made, exits, names: () => made.store.get().stack.map(({ view }) => view) }
}

test('[2.16] push adds a view with its data, and does nothing for the top view', () => {
  const { names, push, read, store } = router()
  push('GetWallet', undefined)
  push('SwitchNetwork', { chainId: 'eip155:1' })
  const before = store.get()
  push('SwitchNetwork', { chainId: 'eip155:10' })
  expect(store.get()).toBe(before)
  expect(names()).toEqual(['Connect', 'GetWallet', 'SwitchNetwork'])
  expect(read().data).toEqual({ chainId: 'eip155:1' })
})

test('[2.16] a view that is further down can be pushed again', () => {
  const { names, push } = router()
  push('AllWallets')
  push('Connect')
  expect(names()).toEqual(['Connect', 'AllWallets', 'Connect'])
})

test('[2.16] reset removes every other view, replace only the top one', () => {
  const { names, push, replace, reset } = router()
  push('AllWallets')
  push('WhatIsAWallet')
  replace('GetWallet')
  expect(names()).toEqual(['Connect', 'AllWallets', 'GetWallet'])
  reset('Account')
  expect(names()).toEqual(['Account'])
})

test('[2.16] reset does nothing for the only view, unless it has data', () => {
  const { reset, store } = router()
  const before = store.get()
  reset('Connect')
  expect(store.get()).toBe(before)
  reset('SwitchNetwork', { chainId: 'eip155:1' })
  const switching = store.get()
  reset('SwitchNetwork', { chainId: 'eip155:1' })
  expect(store.get()).not.toBe(switching)
})

test('[2.16] back shows the view below, and sets the direction', () => {
  const { back, exits, names, push, store } = router()
  push('AllWallets')
  push('WhatIsAWallet')
  expect(store.get().direction).toBe('forward')
  back()
  expect(names()).toEqual(['Connect', 'AllWallets'])
  expect(store.get().direction).toBe('back')
  expect(exits).toEqual([])
})

test('[2.16] backTo goes back to an index, and ignores invalid ones', () => {
  const { backTo, names, push } = router()
  push('AllWallets')
  push('WhatIsAWallet')
  for (const index of [2, 3, -1]) backTo(index)
  expect(names()).toHaveLength(3)
  backTo(0)
  expect(names()).toEqual(['Connect'])
})

test('[2.17] back from the only view exits and keeps it', () => {
  const { back, canGoBack, exits, names } = router()
  expect(canGoBack()).toBe(false)
  back()
  expect(exits).toEqual(['exit'])
  expect(names()).toEqual(['Connect'])
})

test('[2.17] back exits when UnsupportedChain is in the history', () => {
  const { back, canGoBack, exits, push, reset } = router()
  reset('UnsupportedChain')
  push('WhatIsANetwork')
  push('GetWallet', undefined)
  expect(canGoBack()).toBe(false)
  back()
  expect(exits).toEqual(['exit'])
})
