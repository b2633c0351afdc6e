import { fromHex, toHex } from '@foyer/decode/internal'
import { FoyerError } from '@foyer/protocol'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { expect, test } from 'vitest'
import { failureWords } from '../account/failureWords.ts'
import { words } from '../account/words.ts'
import { sendOwn } from './sendOwn.ts'

const raw = '0x02'
const hash = toHex(keccak_256(fromHex(raw)))

/** Sends a transaction over a node with these answers. @returns the error's words; undefined if it succeeded */
async function send(answers: { broadcast: () => unknown; receipt?: () => unknown }) {
  const { broadcast, receipt } = answers
  const account = {
    async call(_: unknown, { request }: { request: { method: string; id: number } }) {
      const answer = request.method === 'eth_sendRawTransaction' ? broadcast : receipt
      const { id } = request
      return { response: { jsonrpc: '2.0', id, ...Object(await answer?.()) } }
    },
    session: { keys: { ask: async (name: string) => (name === 'sign' ? raw : { digest: '0x' }) } },
  } as unknown as Parameters<typeof sendOwn>[0]
  return sendOwn(account, {
    build: async () => ({}) as never,
    confirmMs: 20,
    network: { id: 'eip155:1', name: 'Ethereum' } as never,
  }).then(() => undefined, failureWords)
}
const result = (value: unknown) => () => ({ result: value })
const fail = (code: 'http-failed' | 'limit-exceeded' | 'rpc-failed') => () =>
  Promise.reject(new FoyerError(code))
const sent = result(hash)

test('ends when the network has carried the transaction out', async () => {
  expect(await send({ broadcast: sent, receipt: result({ status: '0x1' }) })).toBeUndefined()
})

test('fails when the network has reverted the transaction', async () => {
  const end = await send({ broadcast: sent, receipt: result({ status: '0x0' }) })
  expect(end).toBe(words.failures.rejected)
})

test('a transaction that is not confirmed in time was sent, and may still be included', async () => {
  expect(await send({ broadcast: sent, receipt: result(null) })).toBe(words.failures.unconfirmed)
  expect(words.failures.unconfirmed).not.toBe(words.failures.aborted)
})

test('says the same when the connection breaks while it is sent, or afterwards', async () => {
  const end = await send({ broadcast: sent, receipt: fail('http-failed') })
  expect(end).toBe(words.failures.unconfirmed)
  for (const code of ['http-failed', 'rpc-failed'] as const)
    expect(await send({ broadcast: fail(code) })).toBe(words.failures.unconfirmed)
  // The node has taken another transaction.
  expect(await send({ broadcast: result('0xdead') })).toBe(words.failures.unconfirmed)
})

test('a transaction that a server refuses was not sent', async () => {
  const refused = { error: { code: -32000, message: 'insufficient funds' } }
  expect(await send({ broadcast: () => refused })).toBe(words.failures.other)
  expect(await send({ broadcast: fail('limit-exceeded') })).toBe(words.failures.many)
})
