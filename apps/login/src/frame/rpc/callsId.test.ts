import { expect, it } from 'vitest'
import { decodeCallsId, encodeCallsId } from './callsId.ts'

const hashes = [`0x${'ab'.repeat(32)}`, `0x${'cd'.repeat(32)}`]

it('contains all of a bundle, also of one that stopped midway', () => {
  for (const sent of [
    { chainId: '0x1', count: 2, hashes },
    { chainId: '0x7a69', count: 20, hashes: hashes.slice(0, 1) },
  ])
    expect(decodeCallsId(encodeCallsId(sent))).toEqual(sent)
})

it.each(['0x', '0x01', `0x${'0'.repeat(18)}`, `0x${'g'.repeat(82)}`, 7, undefined])(
  'error: %s is no bundle of ours',
  (id) => {
    expect(() => decodeCallsId(id)).toThrow('No bundle with this id is known')
  },
)
