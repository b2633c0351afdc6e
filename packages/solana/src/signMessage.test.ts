import { FoyerError } from '@foyer/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerRequest } from './answerRequest.ts'
import { fromBase58, toBase58 } from './bytes.ts'
import { solanaLocalnet } from './networks.ts'
import { createNodeWallet, isSignedBy, person, walletError } from './nodeWallet.test.kit.ts'
import { signMessage } from './signMessage.ts'
import { parseStandardAccounts } from './standardWallet.ts'

const alice = person('alice')
const { caipNetworkId: chainId } = solanaLocalnet
const create = (options: Partial<Parameters<typeof createNodeWallet>[0]> = {}) => {
  const made = createNodeWallet({ people: [alice], ...options })
  const given = parseStandardAccounts(made.everyone)
  const calls: unknown[] = []
  const provider = {
    async request(call: Parameters<typeof answerRequest>[0]) {
      calls.push(call)
      return answerRequest(call, { wallet: made.wallet, given })
    },
  }
  const sign = (message: string) =>
    signMessage({ address: alice.address, chainId, message, provider })
  return { ...made, calls, sign }
}
const answering = (answer: () => unknown) => create({ answers: { signMessage: answer } })

test('[7.43] calls solana_signMessage with message and pubkey, and returns a valid signature', async () => {
  const { calls, sign } = create()
  const signature = await sign('Grüße, 世界')
  expect(calls).toEqual([
    {
      method: 'solana_signMessage',
      params: {
        message: toBase58(new TextEncoder().encode('Grüße, 世界')),
        pubkey: alice.address,
      },
      chainId,
    },
  ])
  const bytes = new Uint8Array(fromBase58(signature))
  expect(bytes.length).toBe(64)
  expect(isSignedBy(alice.address, Buffer.from('Grüße, 世界'), bytes)).toBe(true)
  expect(isSignedBy(alice.address, Buffer.from('another text'), bytes)).toBe(false)
})

test('returns a valid signature of any text', async () => {
  const { sign } = create()
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 200 }), async (message) => {
      const signature = new Uint8Array(fromBase58(await sign(message)))
      expect(isSignedBy(alice.address, new TextEncoder().encode(message), signature)).toBe(true)
    }),
    { numRuns: 40 },
  )
})

test.each([
  [null],
  ['x'],
  [{ signature: '0x1234' }],
  [{ signature: 'z'.repeat(63) }],
  [{ signature: '1'.repeat(65) }],
  [{ signature: 7 }],
])('error: a remote wallet that answers %j', async (answer) => {
  const provider = { request: async () => answer }
  await expect(
    signMessage({ address: alice.address, chainId, message: 'x', provider }),
  ).rejects.toMatchObject({ code: 'unknown', details: expect.stringMatching(/^The wallet/) })
})

test.each([
  [undefined],
  [[]],
  [[{}, {}]],
  [[{ signature: 'x' }]],
  [[null]],
  [[{ signature: null }]],
])('error: a local wallet that answers %j', async (answer) => {
  await expect(answering(() => answer).sign('x')).rejects.toMatchObject({ code: 'unknown' })
})

test('error: a signature of another text', async () => {
  const other = new TextEncoder().encode('I owe you 5 SOL')
  const made = answering(() => [{ signedMessage: other, signature: new Uint8Array(64) }])
  await expect(made.sign('hello')).rejects.toMatchObject({
    code: 'unknown',
    details: 'The wallet signed another text than it was asked to.',
  })
})

test('error: the user rejects, and a wallet that throws synchronously', async () => {
  const refused = answering(() => {
    throw walletError('WalletSignMessageError', 'User rejected the request.')
  })
  await expect(refused.sign('x')).rejects.toMatchObject({ code: 'user-rejected' })
  const provider = {
    request() {
      throw 'no'
    },
  }
  await expect(
    signMessage({ address: alice.address, chainId, message: 'x', provider }),
  ).rejects.toMatchObject({ code: 'unknown', details: 'no' })
  expect(await refused.sign('x').catch((error) => error)).toBeInstanceOf(FoyerError)
})

test('error: a wallet that cannot sign text', async () => {
  const { names, sign } = create({ features: ['solana:signTransaction'] })
  await expect(sign('x')).rejects.toMatchObject({
    code: 'unsupported-method',
    details: 'This wallet has no solana:signMessage.',
  })
  expect(names()).toEqual([])
})
