import { expect, test } from 'vitest'
import { dispatch } from '../connection/machine/dispatch.ts'
import { testBacking, testFoyer, testNetwork } from '../testFoyer.test.kit.ts'
import { defaultChainId } from './pickNetwork.ts'

const networks = [
  testNetwork('solana:5eykt4'),
  testNetwork('eip155:8453'),
  testNetwork('eip155:1'),
  testNetwork('eip155:10'),
]
const start = (options: Parameters<typeof testFoyer>[0]) => {
  const { activeChainIds, activeNamespace } = testFoyer(options).store.get()
  return [activeNamespace, activeChainIds]
}
const stored = (text: string) => testBacking({ 'foyer.1.project.active-network': text })

test('[9.8] starts on eip155:1 if it is offered', () => {
  expect(defaultChainId).toBe('eip155:1')
  expect(start({ networks })).toEqual(['eip155', { eip155: 'eip155:1', solana: 'solana:5eykt4' }])
})

test('starts on the first network if eip155:1 is not offered, and each namespace on its own first', () => {
  expect(start({ networks: networks.filter(({ id }) => id !== '1') })).toEqual([
    'solana',
    { eip155: 'eip155:8453', solana: 'solana:5eykt4' },
  ])
})

test("starts on the site's default, by id or network", () => {
  for (const defaultNetwork of ['eip155:10', testNetwork('eip155:10')] as const)
    expect(start({ networks, defaultNetwork })).toEqual([
      'eip155',
      { eip155: 'eip155:10', solana: 'solana:5eykt4' },
    ])
})

test("[3.16] starts on the user's network from before the reload", () => {
  const storage = testBacking()
  dispatch(testFoyer({ networks, storage }), { type: 'network:chosen', chainId: 'solana:5eykt4' })
  expect(start({ networks, storage, defaultNetwork: 'eip155:10' })[0]).toBe('solana')
})

test.each(['', '5', 'null', '"eip155:99"', '"x"', '{"a":1}', '["eip155:1"]'])(
  'ignores a stored network that is invalid or not offered: %s',
  (text) => {
    expect(start({ networks, storage: stored(text) })[1]).toMatchObject({ eip155: 'eip155:1' })
  },
)

test('ignores a default that is not offered', () => {
  expect(start({ networks, defaultNetwork: 'eip155:99' })[1]).toMatchObject({ eip155: 'eip155:1' })
})
