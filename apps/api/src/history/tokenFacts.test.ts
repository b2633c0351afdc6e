import { createLog, HttpError } from '@foyer/server'
import { openTestDatabase } from '@foyer/server/testDatabase'
import * as v from 'valibot'
import { encodeAbiParameters, type Hex, stringToHex, toFunctionSelector } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chainConfigs, type EvmChain } from '../chains/chainConfig.ts'
import { apiDatabase, type Database } from '../database/apiDatabase.ts'
import { historyTokens } from '../indexer/historyTables.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'
import { createTokenFacts } from './tokenFacts.ts'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const address = '0x00000000000000000000000000000000000000aa'
const [chain] = v.parse(chainConfigs, [
  {
    caipId: 'eip155:1',
    name: 'Ethereum',
    rpcUrls: ['http://127.0.0.1:9'],
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    tokens: [{ address: usdc, name: 'USDC', symbol: 'USDC', decimals: 6 }],
  },
]) as [EvmChain]
const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
const number = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value])

let database: Database
beforeEach(async () => {
  database = await openTestDatabase(apiDatabase, 'PGlite')
})
afterEach(() => database.close())

/** A chain whose tokens all say the same. */
function tokenChain(says: { name?: Hex; symbol?: Hex; decimals?: Hex }) {
  let asked = 0
  const rpc: ChainRpc = {
    chains: [chain],
    findChain: () => chain,
    async send(_, calls) {
      asked++
      return calls.map(({ params }) => {
        const { data } = JSON.parse(params ?? '[]')[0]
        const [, answer] =
          Object.entries(says).find(([name]) => toFunctionSelector(`${name}()`) === data) ?? []
        if (answer === undefined) return { error: '{"code":3,"message":"execution reverted"}' }
        return { result: JSON.stringify(answer) }
      })
    },
  }
  return { rpc, asked: () => asked }
}
let nowMs: number
beforeEach(() => {
  nowMs = 1_800_000_000_000
})
const lines: string[] = []
const log = createLog({ app: 'api', destination: { write: (line) => lines.push(line) } })
const readerOf = (rpc: ChainRpc) =>
  createTokenFacts({ log, now: () => nowMs, queries: database.queries, rpc })
const assetsOf = (addresses: readonly string[], standard = 'erc20') =>
  addresses.map((contract) => ({ contract, standard }))
const read = (rpc: ChainRpc, addresses = [address], standard = 'erc20') =>
  readerOf(rpc)(chain, assetsOf(addresses, standard))
/** Reads with the same reader until the answer has these facts. */
async function readUntil(rpc: ChainRpc, facts: object): Promise<void> {
  const readFacts = readerOf(rpc)
  await expect
    .poll(async () => (await readFacts(chain, assetsOf([address]))).get(address))
    .toMatchObject(facts)
}

test('prefers the operator’s facts of a token, and makes no call', async () => {
  const { asked, rpc } = tokenChain({})
  expect((await read(rpc, [usdc.toLowerCase()])).get(usdc.toLowerCase())).toMatchObject({
    ...{ name: 'USDC', symbol: 'USDC', decimals: 6 },
  })
  expect(asked()).toBe(0)
})

test('reads a token’s facts once in a minute, also when it has none', async () => {
  const { asked, rpc } = tokenChain({ name: text('A Token'), decimals: number(255n) })
  const facts = { name: 'A Token', symbol: null, decimals: 255 }
  expect((await read(rpc)).get(address)).toMatchObject(facts)
  expect((await read(rpc)).get(address)).toMatchObject(facts)
  expect(asked()).toBe(1)
})

test('reads a token again within minutes after a node’s answer without its decimals', async () => {
  const [name, symbol] = [text('A Token'), text('T')]
  const lagging = tokenChain({ name: '0x', symbol: '0x', decimals: '0x' })
  expect((await read(lagging.rpc)).get(address)).toMatchObject({ name: null, decimals: null })
  nowMs += 5 * 60_000
  const { asked, rpc } = tokenChain({ name, symbol, decimals: number(18n) })
  const facts = { name: 'A Token', symbol: 'T', decimals: 18 }
  await readUntil(rpc, facts)
  nowMs += 60 * 60_000
  expect((await read(rpc)).get(address)).toMatchObject(facts)
  expect(asked()).toBe(1)
})

test('replaces a false answer after a day; an empty one leaves what is stored', async () => {
  const [name, symbol] = [text('A Token'), text('T')]
  await read(tokenChain({ name, symbol, decimals: number(0n) }).rpc)
  nowMs += 86_400_000
  const facts = { name: 'A Token', symbol: 'T', decimals: 18 }
  await readUntil(tokenChain({ name, symbol, decimals: number(18n) }).rpc, facts)
  nowMs += 86_400_000
  await readUntil(tokenChain({ decimals: '0x' }).rpc, { ...facts, failures: 1 })
})

test('answers at once with stale facts, which are read once at a time, and not for a minute after a failure', async () => {
  const { rpc } = tokenChain({ name: text('A Token'), symbol: text('T'), decimals: number(18n) })
  await read(rpc)
  nowMs += 86_400_000
  const asked: ((error: Error) => void)[] = []
  const readFacts = readerOf({ ...rpc, send: () => new Promise((_, fail) => asked.push(fail)) })
  const isAnswered = async () =>
    expect((await readFacts(chain, assetsOf([address]))).get(address)?.decimals).toBe(18)
  for (let count = 0; count < 3; count++) await isAnswered()
  expect(asked).toHaveLength(1)
  lines.length = 0
  asked[0]!(new HttpError(502, 'rpc-failed', 'no answer'))
  await expect.poll(() => lines.join()).toContain('facts of tokens could not be read again')
  await isAnswered()
  expect(asked).toHaveLength(1)
  nowMs += 60_000
  await isAnswered()
  expect(asked).toHaveLength(2)
})

test('an answer of a node that lags does not replace one that was stored meanwhile', async () => {
  const [name, symbol] = [text('A Token'), text('T')]
  const { rpc } = tokenChain({ name, symbol, decimals: number(18n) })
  const lagging = tokenChain({})
  let answer: (() => void) | undefined
  const late = read({
    ...lagging.rpc,
    async send(...call) {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return lagging.rpc.send(...call)
    },
  })
  await expect.poll(() => answer).toBeDefined()
  const facts = { name: 'A Token', symbol: 'T', decimals: 18 }
  expect((await read(rpc)).get(address)).toMatchObject(facts)
  answer?.()
  expect((await late).get(address)).toMatchObject(facts)
  expect((await read(rpc)).get(address)).toMatchObject(facts)
})

test('reads a token that has no decimals ever more seldom, and an NFT’s contract once a day', async () => {
  const day = async (standard: string) => {
    const { asked, rpc } = tokenChain({ name: text('A Collection'), symbol: text('C') })
    const readFacts = readerOf(rpc)
    const own = `0x${standard.slice(3).padStart(40, '0')}`
    for (let hour = 0; hour < 24; hour += 0.25) {
      const before = asked()
      await readFacts(chain, assetsOf([own], standard))
      // The read in the background.
      if (asked() > before)
        await expect.poll(async () => await staleAtOf(own)).toBeGreaterThan(nowMs)
      nowMs += 15 * 60_000
    }
    return asked()
  }
  const staleAtOf = async (own: string) => {
    const rows = await database.queries.select().from(historyTokens)
    return rows.find((row) => row.address === own)?.staleAt
  }
  const asked = await day('erc20')
  expect(asked).toBeGreaterThan(2)
  expect(asked).toBeLessThan(12)
  expect(await day('erc721')).toBe(1)
})

test('reads many tokens in requests of at most 50 calls', async () => {
  const { asked, rpc } = tokenChain({ symbol: text('T') })
  const many = Array.from({ length: 33 }, (_, n) => `0x${String(n).padStart(40, '0')}`)
  expect((await read(rpc, many)).size).toBe(34)
  expect(asked()).toBe(3)
})

test.each([
  ['text that turns the direction of writing', text('\u202eCDSU\u0000\u200b'), 'CDSU'],
  ['a long text', text('x'.repeat(2000)), 'x'.repeat(16)],
  ['too long a text', text('x'.repeat(5000)), null],
  ['32 bytes', stringToHex('MKR', { size: 32 }), 'MKR'],
  ['nothing', '0x', null],
  ['what is no text', '0x1234', null],
  ['text that can not be read', `0x${'ff'.repeat(96)}`, null],
  ['invisible text', text('\u200b'), null],
] as const)('a symbol that is %s', async (_, symbol, expected) => {
  expect((await read(tokenChain({ symbol }).rpc)).get(address)?.symbol).toBe(expected)
})

test.each([[number(256n)], ['0x12'], ['0x']] as const)(
  'decimals of %s are none',
  async (decimals) => {
    expect((await read(tokenChain({ decimals }).rpc)).get(address)?.decimals).toBeNull()
  },
)

test('error: makes at most ten calls for thousands of new tokens; a retry makes progress', async () => {
  const { asked, rpc } = tokenChain({ name: text('Spam'), decimals: number(18n) })
  const all = Array.from({ length: 200 }, (_, n) => `0x${n.toString(16).padStart(40, '0')}`)
  await expect(read(rpc, all)).rejects.toMatchObject({
    ...{ status: 503, code: 'transactions-failed', retryAfterMs: 1000 },
  })
  expect(asked()).toBe(10)
  expect((await read(rpc, all)).get(all.at(-1)!)).toMatchObject({ name: 'Spam', decimals: 18 })
  expect(asked()).toBe(13)
})
