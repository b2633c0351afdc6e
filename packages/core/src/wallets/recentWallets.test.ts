import { expect, test } from 'vitest'
import { testBacking, testFoyer } from '../testFoyer.test.kit.ts'
import { recentCount } from './recentWallets.ts'
import { rememberWallet } from './rememberWallet.ts'

const key = 'foyer.1.project.recent-wallets'
const read = (text: string) =>
  testFoyer({ storage: testBacking({ [key]: text }) }).store.get().recentWallets

test('[9.14] [3.8] [3.16] keeps at most 2, the newest first, over a reload', () => {
  expect(recentCount).toBe(2)
  const storage = testBacking()
  const foyer = testFoyer({ storage })
  rememberWallet(foyer, { id: 'a', rdns: 'org.a', image_id: 'i' })
  rememberWallet(foyer, { id: 'b' })
  rememberWallet(foyer, { id: 'c' })
  expect(foyer.store.get().recentWallets).toEqual([{ id: 'c' }, { id: 'b' }])
  rememberWallet(foyer, { id: 'a', rdns: 'org.a', image_id: 'i' })
  expect(testFoyer({ storage }).store.get().recentWallets).toEqual([
    { id: 'a', rdns: 'org.a', image_id: 'i' },
    { id: 'c' },
  ])
})

test('matches the same wallet by id or rdns', () => {
  const foyer = testFoyer()
  rememberWallet(foyer, { id: 'a', rdns: 'org.a' })
  rememberWallet(foyer, { id: 'b' })
  rememberWallet(foyer, { id: 'directory-id', rdns: 'org.a' })
  expect(foyer.store.get().recentWallets).toEqual([
    { id: 'directory-id', rdns: 'org.a' },
    { id: 'b' },
  ])
  rememberWallet(foyer, { id: 'b', name: 'B' })
  expect(foyer.store.get().recentWallets).toEqual([
    { id: 'b', name: 'B' },
    { id: 'directory-id', rdns: 'org.a' },
  ])
  rememberWallet(foyer, { id: 'b' })
  expect(foyer.store.get().recentWallets).toEqual([
    { id: 'b' },
    { id: 'directory-id', rdns: 'org.a' },
  ])
})

test('two wallets without an rdns are different', () => {
  const foyer = testFoyer()
  rememberWallet(foyer, { id: 'a' })
  rememberWallet(foyer, { id: 'b' })
  expect(foyer.store.get().recentWallets).toEqual([{ id: 'b' }, { id: 'a' }])
})

test.each(['', '{', 'null', '{}', '"x"', '[null,1,"x",{},{"id":1}]', '{"__proto__":[{"id":"a"}]}'])(
  'drops an invalid stored wallet: %s',
  (text) => {
    expect(read(text)).toEqual([])
  },
)

test('drops fields of another type, and a third wallet', () => {
  expect(
    read('[{"id":"a","rdns":1,"name":"A","more":1,"__proto__":{"x":1}},{"id":"b"},{"id":"c"}]'),
  ).toEqual([{ id: 'a', name: 'A' }, { id: 'b' }])
})
