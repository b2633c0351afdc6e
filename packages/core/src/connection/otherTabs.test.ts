import { afterEach, expect, test, vi } from 'vitest'
import { readAccount } from '../account/readAccount.ts'
import { start } from '../start.ts'
import { testBacking, testFoyer, testNetwork, testWallet } from '../testFoyer.test.kit.ts'
import { connect } from './connect.ts'
import { disconnect } from './disconnect.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const networks = [testNetwork('eip155:1'), testNetwork('solana:5eykt4')]

/** Longer than what is loaded for a disconnect takes. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 30))

/** What a browser does: each tab hears what the others write. */
function tabs() {
  const storage = testBacking()
  const events = new EventTarget()
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events))
  const tell = (key: string | null, newValue: string | null) =>
    events.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))
  const setItem = storage.setItem.bind(storage)
  const open = (from = storage) => testFoyer({ networks, storage: from })
  const writer = {
    ...storage,
    setItem(key: string, value: string) {
      setItem(key, value)
      tell(key, value)
    },
  }
  return { storage, open, tell, writer: writer as typeof storage }
}

test('a disconnect in one tab holds in the others, one namespace or all', async () => {
  const { open, writer } = tabs()
  const one = open(writer)
  const other = open()
  const evm = testWallet('e')
  const sol = testWallet('s', { chainId: 'solana:5eykt4' })
  start(other)
  for (const foyer of [one, other]) {
    await connect(foyer, { connector: evm.connector })
    await connect(foyer, { connector: sol.connector })
  }
  await disconnect(one, { namespace: 'eip155' })
  await expect.poll(() => readAccount(other, 'eip155').status).toBe('disconnected')
  expect(readAccount(other, 'solana').status).toBe('connected')
  await connect(other, { connector: evm.connector })
  await connect(one, { connector: evm.connector })
  await disconnect(one)
  await expect.poll(() => readAccount(other, 'eip155').status).toBe('disconnected')
  await expect.poll(() => readAccount(other, 'solana').status).toBe('disconnected')
})

test('a tab that was late does not forget what another connected since', async () => {
  const { open, storage, tell } = tabs()
  const other = open()
  start(other)
  await connect(other, { connector: testWallet('e').connector })
  const before = storage.map.get('foyer.1.project.connections')
  tell('foyer.1.project.disconnected', '{"namespace":"eip155","at":1}')
  await expect.poll(() => readAccount(other).status).toBe('disconnected')
  expect(storage.map.get('foyer.1.project.connections')).toBe(before)
})

test('a tab whose wallet does not answer after the reload does not disconnect the others', async () => {
  const { open, writer } = tabs()
  const other = open()
  start(other)
  const wallet = testWallet('e')
  await connect(other, { connector: wallet.connector })
  const one = open(writer)
  one.store.set((state) => ({ ...state, connectors: [wallet.connector] }))
  wallet.answer = () => Promise.reject(new Error('asleep'))
  start(one)
  await vi.waitFor(() => expect(readAccount(one).status).toBe('disconnected'))
  expect(readAccount(other).status).toBe('connected')
})

test.each([
  ['foyer.1.project.disconnected', '{'],
  ['foyer.1.project.disconnected', 'null'],
  ['foyer.1.project.disconnected', null],
  ['foyer.1.project.disconnected', '{"namespace":"solana"}'],
  ['foyer.1.project.disconnected', '{"namespace":"__proto__"}'],
  ['foyer.1.other.disconnected', '{"namespace":"eip155"}'],
  ['foyer.1.project.connections', null],
  [null, null],
])('what else happens in storage disconnects nobody: %j %j', async (key, value) => {
  const { open, tell } = tabs()
  const foyer = open()
  start(foyer)
  await connect(foyer, { connector: testWallet().connector })
  tell(key, value)
  await pause()
  expect(readAccount(foyer).status).toBe('connected')
})

test('a stopped instance does not listen any longer', async () => {
  const { open, tell } = tabs()
  const foyer = open()
  const stop = start(foyer)
  await connect(foyer, { connector: testWallet().connector })
  stop()
  tell('foyer.1.project.disconnected', '{"namespace":"eip155"}')
  await pause()
  expect(readAccount(foyer).status).toBe('connected')
})
