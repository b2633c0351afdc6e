import { VersionedTransaction } from '@solana/web3.js'
import { expect, test } from 'vitest'
import { answerRequest } from './answerRequest.ts'
import { fromBase58, fromBase64, toBase58, toBase64 } from './bytes.ts'
import { solanaLocalnet, solanaMainnet } from './networks.ts'
import { createNodeWallet, isSignedBy, person } from './nodeWallet.test.kit.ts'
import { parseStandardAccounts } from './standardWallet.ts'
import { makeTransfer } from './testTransaction.test.kit.ts'

const people = [person('alice')]
const { address: pubkey } = person('alice')
const { caipNetworkId: chainId } = solanaLocalnet
const message = toBase58(new TextEncoder().encode('hello'))
const transaction = toBase64(makeTransfer())

const create = (options: Partial<Parameters<typeof createNodeWallet>[0]> = {}) => {
  const made = createNodeWallet({ people, ...options })
  const given = parseStandardAccounts(made.everyone)
  const request = (method: string, params: unknown, on: string | undefined = chainId) =>
    answerRequest({ method, params, chainId: on as typeof chainId }, { wallet: made.wallet, given })
  return { ...made, request }
}

test.each(['legacy', 0] as const)('signs a transaction of version %s', async (version) => {
  const { calls, everyone, request } = create()
  const bytes = makeTransfer({ version })
  const answer = (await request('solana_signTransaction', {
    transaction: toBase64(bytes),
    pubkey,
  })) as { signature: string; transaction: string }
  expect(calls).toEqual([
    {
      name: 'signTransaction',
      inputs: [
        { account: everyone[0], chain: 'solana:localnet', transaction: new Uint8Array(bytes) },
      ],
    },
  ])
  const signed = VersionedTransaction.deserialize(fromBase64(answer.transaction))
  expect(toBase58(signed.signatures[0] as Uint8Array)).toBe(answer.signature)
  const signature = new Uint8Array(fromBase58(answer.signature))
  expect(isSignedBy(pubkey, signed.message.serialize(), signature)).toBe(true)
})

test('signs several transactions in one request', async () => {
  const { names, request } = create()
  const transactions = [1, 2, 3].map((lamports) => toBase64(makeTransfer({ lamports })))
  const answer = (await request('solana_signAllTransactions', { transactions, pubkey })) as {
    transactions: string[]
  }
  expect(names()).toEqual(['signTransaction'])
  expect(answer.transactions.length).toBe(3)
  for (const [index, signed] of answer.transactions.entries()) {
    const { message, signatures } = VersionedTransaction.deserialize(fromBase64(signed))
    const asked = VersionedTransaction.deserialize(fromBase64(transactions[index] as string))
    expect(message.serialize()).toEqual(asked.message.serialize())
    expect(isSignedBy(pubkey, message.serialize(), signatures[0] as Uint8Array)).toBe(true)
  }
})

test('sends with the options that current nodes accept', async () => {
  const { calls, everyone, request } = create({
    answers: { signAndSendTransaction: () => [{ signature: new Uint8Array(64).fill(1) }] },
  })
  const sendOptions = { preflightCommitment: 'singleGossip', skipPreflight: false, maxRetries: 3 }
  expect(
    await request('solana_signAndSendTransaction', { transaction, pubkey, sendOptions }),
  ).toEqual({ signature: toBase58(new Uint8Array(64).fill(1)) })
  expect(calls[0]?.inputs).toEqual([
    {
      account: everyone[0],
      chain: 'solana:localnet',
      transaction: fromBase64(transaction),
      options: { preflightCommitment: 'confirmed', skipPreflight: false, maxRetries: 3 },
    },
  ])
})

test('error: a method that is not Solana’s', async () => {
  const { names, request } = create()
  for (const method of ['eth_sendTransaction', 'solana_sendTransaction', 'toString', ''])
    await expect(request(method, {})).rejects.toMatchObject({
      code: 'unsupported-method',
      details: method,
    })
  expect(names()).toEqual([])
})

test.each([
  ['solana_signMessage', undefined],
  ['solana_signMessage', { message: 'l0', pubkey }],
  ['solana_signMessage', { message }],
  ['solana_signTransaction', { transaction: '%', pubkey }],
  ['solana_signAllTransactions', { transactions: [], pubkey }],
  [
    'solana_signAndSendTransaction',
    { transaction, pubkey, sendOptions: { preflightCommitment: 'sure' } },
  ],
])('error: %s with %j', async (method, params) => {
  const { names, request } = create()
  await expect(request(method, params)).rejects.toMatchObject({
    code: 'params-invalid',
    details: expect.stringContaining(method),
  })
  expect(names()).toEqual([])
})

test('error: an account that the wallet did not provide', async () => {
  const { request } = create()
  await expect(
    request('solana_signMessage', { message, pubkey: person('bob').address }),
  ).rejects.toMatchObject({ code: 'unauthorized' })
})

test('error: a network that the account does not support', async () => {
  const { names, request } = create()
  for (const method of ['solana_signTransaction', 'solana_signAndSendTransaction'])
    await expect(
      request(method, { transaction, pubkey }, solanaMainnet.caipNetworkId),
    ).rejects.toMatchObject({
      code: 'chain-disconnected',
      details: expect.stringContaining(solanaMainnet.caipNetworkId),
    })
  expect(names()).toEqual([])
})

test('error: a feature that the wallet, or only this account, lacks', async () => {
  const none = create({ features: ['solana:signMessage'] })
  await expect(
    none.request('solana_signTransaction', { transaction, pubkey }),
  ).rejects.toMatchObject({ code: 'unsupported-method' })
  const { everyone, request, setAccounts } = create()
  setAccounts([{ ...everyone[0], features: ['solana:signTransaction'] }])
  await expect(request('solana_signMessage', { message, pubkey })).rejects.toMatchObject({
    code: 'unsupported-method',
  })
})

test('error: a version that the wallet does not sign', async () => {
  const { names, request } = create({ versions: ['legacy'] })
  await expect(request('solana_signTransaction', { transaction, pubkey })).rejects.toMatchObject({
    code: 'capability-unsupported',
    details: 'This wallet signs no transaction of version 0.',
  })
  expect(names()).toEqual([])
  const legacy = toBase64(makeTransfer({ version: 'legacy' }))
  await request('solana_signTransaction', { transaction: legacy, pubkey })
  expect(names()).toEqual(['signTransaction'])
})

test('error: a wallet that returns the transaction without its signature', async () => {
  const { request } = create({
    answers: { signTransaction: ([input]) => [{ signedTransaction: input?.transaction }] },
  })
  await expect(request('solana_signTransaction', { transaction, pubkey })).rejects.toMatchObject({
    code: 'unknown',
    details: 'The wallet did not sign the transaction.',
  })
})
