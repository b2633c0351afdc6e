import fc from 'fast-check'
import { hashTypedData } from 'viem'
import { describe, expect, it } from 'vitest'
import { toHex } from '../evm/hex.ts'
import { typedDataDigest } from './typedData.ts'

const hexOf = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((value) => toHex(value) as `0x${string}`)

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
  it('returns the digest of the example in EIP-712', () => {
    expect(toHex(typedDataDigest(mail, 1n))).toBe(
      '0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2',
    )
  })

  it('[T33] matches viem’s hashTypedData on 200 random valid inputs', () => {
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
