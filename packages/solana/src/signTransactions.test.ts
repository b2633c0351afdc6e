import type { Provider } from '@foyer/core'
import { VersionedTransaction } from '@solana/web3.js'
import { expect, test } from 'vitest'
import { answerRequest } from './answerRequest.ts'
import { fromBase64, toBase64 } from './bytes.ts'
import { solanaLocalnet as network } from './networks.ts'
import { createNodeWallet, isSignedBy, person } from './nodeWallet.test.kit.ts'
import { signTransactions } from './signTransactions.ts'
import { parseStandardAccounts } from './standardWallet.ts'
import { makeSharedTransfer, makeTransfer } from './testTransaction.test.kit.ts'

const { address } = person('alice')
type Call = Parameters<Provider['request']>[0]

/** A wallet, over a transport. */
function create(
  between: (call: Call, next: () => Promise<unknown>) => unknown = (_, next) => next(),
) {
  const { everyone, wallet } = createNodeWallet({ people: [person('alice')] })
  const given = parseStandardAccounts(everyone)
  const methods: string[] = []
  const provider: Provider = {
    async request(call) {
      methods.push(call.method)
      return between(call, () => answerRequest(call, { wallet, given }))
    },
  }
  const sign = (...inputs: (Uint8Array | string)[]) =>
    signTransactions({
      address,
      network,
      provider,
      transactions: inputs.map((transaction) => ({ transaction })),
    })
  return { methods, sign }
}

function expectSigned(signed: string | undefined, asked: Uint8Array) {
  const { message, signatures } = VersionedTransaction.deserialize(fromBase64(signed ?? ''))
  expect(message.serialize()).toEqual(VersionedTransaction.deserialize(asked).message.serialize())
  expect(isSignedBy(address, message.serialize(), signatures[0] as Uint8Array)).toBe(true)
}

test.each(['legacy', 0] as const)('returns a signed transaction of version %s', async (version) => {
  const { methods, sign } = create()
  const bytes = makeTransfer({ version })
  for (const input of [bytes, toBase64(bytes)]) {
    const [signed, ...others] = await sign(input)
    expect(others).toEqual([])
    expectSigned(signed, bytes)
  }
  expect(methods).toEqual(['solana_signTransaction', 'solana_signTransaction'])
})

test('returns a signed transaction if the wallet only returns its signature', async () => {
  const { sign } = create(async (_, next) => {
    const { signature } = (await next()) as { signature: string }
    return { signature }
  })
  const bytes = makeTransfer()
  expectSigned((await sign(bytes))[0], bytes)
})

test('signs several at once, or one after the other if the wallet cannot', async () => {
  const all = [1, 2, 3].map((lamports) => makeTransfer({ lamports }))
  const able = create()
  for (const [index, signed] of (await able.sign(...all)).entries())
    expectSigned(signed, all[index] as Uint8Array)
  expect(able.methods).toEqual(['solana_signAllTransactions'])
  const unable = create((call, next) => {
    if (call.method === 'solana_signAllTransactions')
      throw { code: 4200, message: 'Unsupported method' }
    return next()
  })
  for (const [index, signed] of (await unable.sign(...all)).entries())
    expectSigned(signed, all[index] as Uint8Array)
  expect(unable.methods.length).toBe(4)
})

test('returns nothing for an empty list', async () => {
  const { methods, sign } = create()
  expect(await sign()).toEqual([])
  expect(methods).toEqual([])
})

test('keeps an earlier signature of another signer', async () => {
  const { bytes, other } = makeSharedTransfer()
  const asked = VersionedTransaction.deserialize(bytes)
  asked.sign([other])
  const [signed] = await create().sign(asked.serialize())
  const { message, signatures } = VersionedTransaction.deserialize(fromBase64(signed as string))
  expectSigned(signed, bytes)
  const otherAddress = other.publicKey.toBase58()
  expect(isSignedBy(otherAddress, message.serialize(), signatures[1] as Uint8Array)).toBe(true)
})

test.each([
  ['transaction.transaction', { transaction: 7 }],
  ['transaction.transaction', { transaction: 'no base64' }],
  ['transaction.transaction', {}],
  ['transaction.to', { transaction: makeTransfer(), to: 'x' }],
  [
    'transaction.options.preflightCommitment',
    { transaction: makeTransfer(), options: { preflightCommitment: 'sure' } },
  ],
  ['The transaction', { transaction: makeTransfer({ from: person('bob').address }) }],
])('error: %s of an invalid transaction for this account', async (field, transaction) => {
  const provider = { request: () => Promise.reject(new Error('was asked')) }
  await expect(
    signTransactions({ address, network, provider, transactions: [transaction as never] }),
  ).rejects.toMatchObject({
    code: 'params-invalid',
    details: expect.stringContaining(field),
  })
})

test.each([
  ['other text', { transactions: ['AAAA', 'AAAA'] }],
  ['fewer', { transactions: [toBase64(makeTransfer())] }],
  ['unsigned ones', { transactions: [toBase64(makeTransfer()), toBase64(makeTransfer())] }],
])('error: a wallet that answers with %s', async (_, answer) => {
  const { sign } = create(() => answer)
  await expect(sign(makeTransfer(), makeTransfer())).rejects.toMatchObject({ code: 'unknown' })
})

test('error: the user rejects all at once; is not asked again', async () => {
  const { methods, sign } = create(() => {
    throw { code: 4001 }
  })
  await expect(sign(makeTransfer(), makeTransfer())).rejects.toMatchObject({
    code: 'user-rejected',
  })
  expect(methods).toEqual(['solana_signAllTransactions'])
})
