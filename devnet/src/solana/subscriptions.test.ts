import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { airdrop } from './airdrop.ts'
import { createLedger, type Ledger } from './createLedger.ts'
import { createSolanaFaucet } from './faucet.ts'
import { createGenesis } from './genesis.ts'
import { systemProgram, tokenProgram } from './programs.ts'
import { type Served, serve } from './serve.ts'
import { solanaAccounts } from './solanaAccounts.ts'
import { solanaTokens } from './solanaTokens.ts'

let ledger: Ledger
let served: Served
let watching = 0
beforeAll(async () => {
  const inner = createLedger({ svm: await createGenesis(), seed: 'test', slot: 300n })
  ledger = {
    ...inner,
    watch(listener) {
      watching += 1
      const stop = inner.watch(listener)
      return () => {
        watching -= 1
        stop()
      }
    },
  }
  served = await serve(ledger, 0)
})
afterAll(() => served.close())

const [alice, bob] = solanaAccounts.map(({ address }) => address)
type Message = { id?: number; result?: unknown; method?: string; params?: { result: never } }

async function connect() {
  const socket = new WebSocket(`ws://127.0.0.1:${served.port + 1}`)
  await new Promise((resolve) => socket.once('open', resolve))
  const messages: Message[] = []
  socket.on('message', (text) => messages.push(JSON.parse(text.toString())))
  let id = 0
  const call = async (method: string, ...params: unknown[]) => {
    id += 1
    const own = id
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: own, method, params }))
    await expect.poll(() => messages.some((one) => one.id === own)).toBe(true)
    return messages.find((one) => one.id === own)!.result
  }
  const told = (method: string) =>
    messages.filter((one) => one.method === method).map((one) => one.params?.result)
  return { socket, call, told }
}

test('notifies each commitment when it is reached', async () => {
  const { call, socket, told } = await connect()
  for (const commitment of ['processed', 'confirmed', 'finalized'])
    await call('accountSubscribe', bob, { commitment, encoding: 'base64' })
  await call('logsSubscribe', { mentions: [bob] }, { commitment: 'processed' })
  await call('logsSubscribe', { mentions: [alice] }, { commitment: 'processed' })
  await call('programSubscribe', systemProgram, {
    commitment: 'confirmed',
    filters: [{ dataSize: 0 }],
  })
  await call('slotSubscribe')
  await call('rootSubscribe')
  const signature = await airdrop(ledger, { to: bob!, amount: 7_000_000n })
  await call('signatureSubscribe', signature, { commitment: 'finalized' })
  await expect.poll(() => told('accountNotification')).toHaveLength(1)
  expect(told('accountNotification')[0]).toMatchObject({ value: { lamports: 1_000_007_000_000 } })
  expect(told('logsNotification')).toMatchObject([{ value: { signature, err: null } }])
  expect(told('programNotification')).toHaveLength(0)
  ledger.advance()
  await expect.poll(() => told('accountNotification')).toHaveLength(2)
  // The receiver and the faucet's account.
  expect(told('programNotification')).toHaveLength(2)
  expect(told('slotNotification')).toEqual([{ parent: 300, root: 299, slot: 301 }])
  expect(told('rootNotification')).toEqual([299])
  expect(told('signatureNotification')).toHaveLength(0)
  for (let slot = 302; slot <= 332; slot += 1) ledger.advance()
  await expect.poll(() => told('signatureNotification')).toMatchObject([{ value: { err: null } }])
  expect(told('accountNotification')).toHaveLength(3)
  // That subscription has ended; ending it again is an error.
  expect(watching).toBe(8)
  socket.close()
  await expect.poll(() => watching).toBe(0)
})

test('sends a message for an account too long for base58, and rejects unsupported encodings', async () => {
  const { call, socket, told } = await connect()
  expect(await call('accountSubscribe', alice, { encoding: 'base64+zstd' })).toBeUndefined()
  await call('programSubscribe', tokenProgram, { commitment: 'processed' })
  const [usdc] = solanaTokens
  const faucet = createSolanaFaucet({ url: `http://127.0.0.1:${served.port}` })
  const giving = faucet.giveToken({ to: bob!, token: usdc!.address, amount: 5n })
  await expect.poll(() => told('programNotification')).toHaveLength(2)
  expect(told('programNotification')[0]).toMatchObject({
    value: { account: { data: 'error: data too large for bs58 encoding' } },
  })
  ledger.advance()
  await giving
  socket.close()
})

test('notifies a transaction that landed before the subscription', async () => {
  const { call, socket, told } = await connect()
  const signature = await airdrop(ledger, { to: bob!, amount: 1n })
  await call('signatureSubscribe', signature, { commitment: 'processed' })
  await expect.poll(() => told('signatureNotification')).toHaveLength(1)
  socket.close()
})

test('ends fifty subscriptions one by one, and fifty more with their connection', async () => {
  await expect.poll(() => watching).toBe(0)
  const { call, socket, told } = await connect()
  const fifty = Array.from({ length: 50 })
  const ids = await Promise.all(
    fifty.map(() => call('accountSubscribe', alice, { commitment: 'processed' })),
  )
  expect(new Set(ids).size).toBe(50)
  expect(watching).toBe(50)
  await airdrop(ledger, { to: alice!, amount: 5n })
  await expect.poll(() => told('accountNotification')).toHaveLength(50)
  const ended = await Promise.all(ids.map((id) => call('accountUnsubscribe', id)))
  expect(ended.every((one) => one === true)).toBe(true)
  expect(watching).toBe(0)
  await airdrop(ledger, { to: alice!, amount: 5n })
  await Promise.all(fifty.map(() => call('logsSubscribe', 'all')))
  expect(watching).toBe(50)
  expect(told('accountNotification')).toHaveLength(50)
  socket.terminate()
  await expect.poll(() => watching).toBe(0)
})
