import fc from 'fast-check'
import * as v from 'valibot'
import {
  getAddress,
  hashMessage,
  hashTypedData,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  serializeTransaction,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { signSecp256k1 } from '../keys/signSecp256k1.ts'
import { checksumAddress } from './evmAddress.ts'
import { fromHex, toHex } from './hex.ts'
import { personalDigest, signatureHex } from './personalMessage.ts'
import { signedTransaction, transactionDigest, transactionRequest } from './transaction.ts'
import { typedDataDigest } from './typedData.ts'

const hexOf = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((value) => toHex(value) as `0x${string}`)
const quantityOf = (value: bigint) => `0x${value.toString(16)}`

/** The example of EIP-712. */
const mail = {
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  domain: {
    name: 'Ether Mail',
    version: '1',
    chainId: 1,
    verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
  },
  message: {
    from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
    to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
    contents: 'Hello, Bob!',
  },
}

/** A type with a value of it. */
const typedValue = fc.oneof(
  fc.string({ unit: 'grapheme' }).map((value) => ['string', value] as const),
  fc.boolean().map((value) => ['bool', value] as const),
  hexOf(20).map((value) => ['address', value] as const),
  hexOf(32).map((value) => ['bytes32', value] as const),
  hexOf(4).map((value) => ['bytes4', value] as const),
  hexOf(57).map((value) => ['bytes', value] as const),
  fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map((value) => ['uint256', String(value)] as const),
  fc.integer({ min: -128, max: 127 }).map((value) => ['int8', value] as const),
  fc
    .bigInt({ min: -(2n ** 255n), max: 2n ** 255n - 1n })
    .map((value) => ['int256', String(value)] as const),
  fc
    .array(fc.array(fc.nat(), { minLength: 2, maxLength: 2 }))
    .map((value) => ['uint64[2][]', value] as const),
)

describe('typed data', () => {
  it('gives the digest of the example in EIP-712', () => {
    expect(toHex(typedDataDigest(mail, 1n))).toBe(
      '0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2',
    )
  })

  it('[T33] gives viem’s hashTypedData on 200 random valid inputs', () => {
    fc.assert(
      fc.property(
        fc.array(typedValue, { minLength: 1, maxLength: 6 }),
        fc.array(typedValue, { maxLength: 4 }),
        fc.record(
          {
            name: fc.string(),
            version: fc.string({ minLength: 1 }),
            verifyingContract: hexOf(20),
            salt: hexOf(32),
          },
          { requiredKeys: [] },
        ),
        (outer, inner, domain) => {
          const struct = (list: typeof outer) => ({
            fields: list.map(([type], index) => ({ name: `f${index}`, type })),
            value: Object.fromEntries(list.map(([, value], index) => [`f${index}`, value])),
          })
          const [top, low] = [struct(outer), struct(inner)]
          const data = {
            types: {
              Top: [...top.fields, { name: 'low', type: 'Low' }, { name: 'all', type: 'Low[]' }],
              Low: low.fields,
            },
            primaryType: 'Top',
            domain: { ...domain, chainId: 31_337 },
            message: { ...top.value, low: low.value, all: [low.value, low.value] },
          }
          const ours = toHex(typedDataDigest(data, 31_337n))
          expect(ours).toBe(hashTypedData(data as Parameters<typeof hashTypedData>[0]))
        },
      ),
      { numRuns: 200 },
    )
  })

  it.each<[string, object]>([
    ['[T33] another network', { domain: { ...mail.domain, chainId: 5 } }],
    ['[T33] a field that types have not', { message: { ...mail.message, extra: 1 } }],
    [
      '[T33] such a field further down',
      { message: { ...mail.message, to: { ...mail.message.to, amount: '1' } } },
    ],
    ['a field that is missing', { message: { from: mail.message.from, contents: '' } }],
    ['a domain field that domains have not', { domain: { ...mail.domain, spender: '0x' } }],
    [
      'a domain field that its own type has not',
      { domain: { ...mail.domain, salt: `0x${'00'.repeat(32)}` } },
    ],
    ['a type that is not there', { primaryType: 'toString' }],
    [
      'an address of 19 bytes',
      { message: { ...mail.message, from: { name: '', wallet: '0x00' } } },
    ],
  ])('error: %s', (_, change) => {
    expect(() => typedDataDigest({ ...mail, ...change }, 1n)).toThrow(
      expect.objectContaining({ code: 'params-invalid' }),
    )
  })
})

describe('messages and transactions', () => {
  const [key = new Uint8Array()] = fc.sample(
    fc.uint8Array({ min: 1, minLength: 32, maxLength: 32 }),
    1,
  )
  const account = privateKeyToAccount(toHex(key) as `0x${string}`)

  it('gives the EIP-191 digest and signature of viem, and its checksummed addresses', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), hexOf(20), async (message, address) => {
        const raw = toHex(message) as `0x${string}`
        const digest = personalDigest(message)
        expect(toHex(digest)).toBe(hashMessage({ raw }))
        const ours = signatureHex(signSecp256k1(digest, key))
        expect(ours).toBe(await account.signMessage({ message: { raw } }))
        expect(checksumAddress(address)).toBe(getAddress(address))
      }),
      { numRuns: 100 },
    )
    expect(checksumAddress(account.address.toLowerCase())).toBe(account.address)
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

  it('gives the signed transactions of viem, types 0 and 2', async () => {
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

  const plain = {
    type: '0x2',
    chainId: '0x1',
    nonce: '0x0',
    gas: '0x5208',
    maxFeePerGas: '0x1',
    maxPriorityFeePerGas: '0x1',
  }
  it.each<[string, object]>([
    ['an EIP-7702 authorisation list', { ...plain, authorizationList: [] }],
    ['type 4', { ...plain, type: '0x4', authorizationList: [] }],
    ['blobs', { ...plain, blobVersionedHashes: [] }],
    ['type 1', { ...plain, type: '0x1' }],
    ['no network', { ...plain, chainId: undefined }],
    ['a quantity with leading zeros', { ...plain, nonce: '0x01' }],
    ['a quantity beyond 256 bits', { ...plain, value: `0x1${'0'.repeat(64)}` }],
  ])('error: %s', (_, request) => {
    expect(v.safeParse(transactionRequest, request).success).toBe(false)
  })

  it('error: a type 0 transaction that is good on every network', () => {
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

  it('error: bytes that are no whole bytes', () => {
    expect(() => fromHex('0x123')).toThrow(expect.objectContaining({ code: 'params-invalid' }))
  })
})
