import { toHex, transactionRequest } from '@foyer/decode/internal'
import fc from 'fast-check'
import * as v from 'valibot'
import {
  hashMessage,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  serializeTransaction,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { signSecp256k1 } from '../keys/signSecp256k1.ts'
import { personalDigest, signatureHex } from './personalMessage.ts'
import { signedTransaction, transactionDigest } from './transaction.ts'

const hexOf = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((value) => toHex(value) as `0x${string}`)
const quantityOf = (value: bigint) => `0x${value.toString(16)}`

describe('EVM digests and signatures', () => {
  const [key = new Uint8Array()] = fc.sample(
    fc.uint8Array({ min: 1, minLength: 32, maxLength: 32 }),
    1,
  )
  const account = privateKeyToAccount(toHex(key) as `0x${string}`)

  it('a message gets the EIP-191 digest and signature that viem computes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (message) => {
        const raw = toHex(message) as `0x${string}`
        const digest = personalDigest(message)
        expect(toHex(digest)).toBe(hashMessage({ raw }))
        const ours = signatureHex(signSecp256k1(digest, key))
        expect(ours).toBe(await account.signMessage({ message: { raw } }))
      }),
      { numRuns: 100 },
    )
  })

  const amount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
  const small = fc.bigInt({ min: 0n, max: 2n ** 53n - 1n })
  const facts = {
    chainId: fc.bigInt({ min: 1n, max: 2n ** 32n }),
    nonce: small,
    gas: small,
    value: amount,
    data: fc.uint8Array({ maxLength: 200 }).map((value) => toHex(value) as `0x${string}`),
  }
  const wire = (fields: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(fields)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, typeof value === 'bigint' ? quantityOf(value) : value]),
    )

  it('a transaction of type 0 or 2 is signed exactly as by viem', async () => {
    const transactions = fc.oneof(
      fc.record({
        type: fc.constant('0x0'),
        ...facts,
        gasPrice: small,
        to: fc.option(hexOf(20), { nil: undefined }),
      }),
      fc.record({
        type: fc.constant('0x2'),
        ...facts,
        to: fc.option(hexOf(20), { nil: undefined }),
        maxFeePerGas: small.map((fee) => fee + 2n ** 54n),
        maxPriorityFeePerGas: small,
        accessList: fc.array(
          fc.record({ address: hexOf(20), storageKeys: fc.array(hexOf(32), { maxLength: 3 }) }),
          { maxLength: 3 },
        ),
      }),
    )
    await fc.assert(
      fc.asyncProperty(transactions, async (fields) => {
        const request = v.parse(transactionRequest, wire(fields))
        const digest = transactionDigest(request)
        const { type, nonce, ...rest } = fields
        const theirs = {
          ...rest,
          nonce: Number(nonce),
          chainId: Number(fields.chainId),
          type: type === '0x0' ? 'legacy' : 'eip1559',
        } as Parameters<typeof serializeTransaction>[0]
        expect(toHex(digest)).toBe(keccak256(serializeTransaction(theirs)))
        const raw = signedTransaction(request, signSecp256k1(digest, key)) as `0x${string}`
        expect(raw).toBe(await account.signTransaction(theirs))
        expect(parseTransaction(raw).chainId).toBe(Number(fields.chainId))
        const sender = await recoverTransactionAddress({
          serializedTransaction: raw as `0x02${string}`,
        })
        expect(sender).toBe(account.address)
      }),
      { numRuns: 200 },
    )
  })

  it('error: refuses a type 0 transaction with chain id 0, which would be valid on every network', () => {
    const request = v.parse(transactionRequest, {
      type: '0x0',
      chainId: '0x0',
      nonce: '0x0',
      gas: '0x1',
      gasPrice: '0x1',
    })
    expect(() => transactionDigest(request)).toThrow(
      expect.objectContaining({ code: 'params-invalid' }),
    )
  })
})
