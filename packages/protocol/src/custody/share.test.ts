import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeShare, parseShare, type Share } from './share.ts'

const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((value) => Uint8Array.from(value))
const shares: fc.Arbitrary<Share> = fc.record({
  role: fc.constantFrom('dev', 'auth', 'rec'),
  walletId: fc.uuid(),
  setId: fc.uuid(),
  epoch: fc.integer({ min: 1, max: 0xffff }),
  share: fc.oneof(bytes(17), bytes(33)),
  fp: bytes(16),
})
const invalid = expect.objectContaining({ code: 'input-invalid' })
const sample: Share = {
  role: 'rec',
  walletId: '00112233-4455-6677-8899-aabbccddeeff',
  setId: 'ffeeddcc-bbaa-9988-7766-554433221100',
  epoch: 0x0102,
  share: new Uint8Array(17).fill(7),
  fp: new Uint8Array(16).fill(9),
}

describe('encodeShare', () => {
  it('writes the layout byte by byte', () => {
    expect(Buffer.from(encodeShare(sample)).toString('hex')).toBe(
      [
        '01',
        '03',
        '00112233445566778899aabbccddeeff',
        'ffeeddccbbaa99887766554433221100',
        '0102',
        '11',
        '07'.repeat(17),
        '09'.repeat(16),
      ].join(''),
    )
  })

  it('round-trips every share', () => {
    fc.assert(
      fc.property(shares, (share) => {
        expect(parseShare(encodeShare(share))).toEqual(share)
      }),
    )
  })

  it.each<[string, Partial<Share>]>([
    ['another role', { role: 'x' as 'dev' }],
    ['a wallet id in capitals', { walletId: sample.walletId.toUpperCase() }],
    ['an invalid set id', { setId: 'set' }],
    ['epoch 0', { epoch: 0 }],
    ['an epoch beyond 16 bits', { epoch: 65_536 }],
    ['a share of 16 bytes', { share: new Uint8Array(16) }],
    ['a fingerprint of 15 bytes', { fp: new Uint8Array(15) }],
  ])('rejects %s', (_, change) => {
    expect(() => encodeShare({ ...sample, ...change })).toThrow(invalid)
  })
})

describe('parseShare', () => {
  it.each<[string, number, number]>([
    ['another version', 0, 2],
    ['role 0', 1, 0],
    ['role 4', 1, 4],
    ['a length that does not fit', 36, 33],
    ['an invalid share length', 36, 16],
  ])('rejects %s', (_, at, value) => {
    const encoded = encodeShare(sample)
    encoded[at] = value
    expect(() => parseShare(encoded)).toThrow(invalid)
  })

  it('rejects epoch 0, a missing byte, an extra byte and empty input', () => {
    const encoded = encodeShare(sample)
    const epoch0 = Uint8Array.from(encoded).fill(0, 34, 36)
    const longer = Uint8Array.from([...encoded, 0])
    for (const bad of [epoch0, encoded.slice(0, -1), longer, new Uint8Array(0)])
      expect(() => parseShare(bad)).toThrow(invalid)
  })
})
