import { PublicKey, VersionedTransaction } from '@solana/web3.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toBase64 } from './bytes.ts'
import { person } from './nodeWallet.test.kit.ts'
import { makeSharedTransfer, makeTransfer } from './testTransaction.test.kit.ts'
import { addSignature, parseWireTransaction, readSignature } from './wireTransaction.ts'

const { address } = person('alice')
const signature = new Uint8Array(64).fill(7)

test.each(['legacy', 0] as const)('returns the parts of a transaction of version %s', (version) => {
  const bytes = makeTransfer({ version })
  for (const input of [bytes, toBase64(bytes), Buffer.from(bytes), new DataView(bytes.buffer)]) {
    const parsed = parseWireTransaction(input)
    expect(parsed).toEqual({
      bytes: new Uint8Array(bytes),
      version,
      signatures: { [address]: null },
    })
    expect(readSignature(parsed, address)).toBeUndefined()
  }
})

test.each(['legacy', 0] as const)(
  'adds a signature to version %s as the reference library does',
  (version) => {
    const bytes = makeTransfer({ version })
    const signed = addSignature(parseWireTransaction(bytes), { address, signature })
    const reference = VersionedTransaction.deserialize(bytes)
    reference.addSignature(new PublicKey(address), signature)
    expect(toBase64(signed)).toBe(toBase64(reference.serialize()))
    expect(readSignature(parseWireTransaction(signed), address)).toEqual(signature)
  },
)

test("adds a signature beside another signer's", () => {
  const { bytes, other } = makeSharedTransfer()
  const first = VersionedTransaction.deserialize(bytes)
  first.sign([other])
  const both = addSignature(parseWireTransaction(first.serialize()), { address, signature })
  first.addSignature(new PublicKey(address), signature)
  expect(toBase64(both)).toBe(toBase64(first.serialize()))
})

test.each([
  ['no text', 7],
  ['nothing', undefined],
  ['text that is no base64', '%%%'],
  ['base64 cut short', 'AAA'],
  ['empty text', ''],
  ['no bytes', new Uint8Array()],
  ['bytes cut short', makeTransfer().subarray(0, 60)],
  ['more than a packet', new Uint8Array(1233)],
])('error: %s is not a transaction', (_, input) => {
  expect(() => parseWireTransaction(input)).toThrow(
    expect.objectContaining({
      code: 'params-invalid',
      details: expect.stringMatching(/^transaction /),
    }),
  )
})

test('error: any other bytes are rejected or parsed, nothing else', () => {
  const changed = fc
    .tuple(fc.constantFrom('legacy' as const, 0 as const), fc.nat(), fc.nat(255), fc.boolean())
    .map(([version, at, byte, isCut]) => {
      const bytes = new Uint8Array(makeTransfer({ version }))
      const place = at % bytes.length
      bytes[place] = byte
      return isCut ? bytes.slice(0, place) : bytes
    })
  let read = 0
  fc.assert(
    fc.property(fc.oneof(changed, fc.uint8Array({ maxLength: 300 })), (bytes) => {
      try {
        expect(parseWireTransaction(bytes).bytes).toEqual(bytes)
        read++
      } catch (error) {
        expect(error).toMatchObject({ name: 'FoyerError', code: 'params-invalid' })
      }
    }),
  )
  expect(read).toBeGreaterThan(0)
})
