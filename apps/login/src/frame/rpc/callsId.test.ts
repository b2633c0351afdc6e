import { expect, it } from 'vitest'
import { decodeCallsId, encodeCallsId } from './callsId.ts'

const hashes = [`0x${'ab'.repeat(32)}`, `0x${'cd'.repeat(32)}`]

it('encodes a whole bundle in its id, even when sending stopped midway', () => {
  for (const sent of [
    { chainId: '0x1', count: 2, hashes },
    { chainId: '0x7a69', count: 20, hashes: hashes.slice(0, 1) },
    { chainId: '0x1', count: 1, hashes: hashes.slice(0, 1), isOperation: true },
    {
      ...{ chainId: '0x1', count: 1, hashes: hashes.slice(0, 1) },
      sponsored: '0b8c6f8e-53a1-4a7d-9a41-1d1f0f8c2f7e',
    },
  ])
    expect(decodeCallsId(encodeCallsId(sent))).toEqual(sent)
})

it.each(['0x', '0x01', `0x${'0'.repeat(18)}`, `0x${'g'.repeat(82)}`, 7, undefined])(
  'error: refuses %s as the id of a bundle',
  (id) => {
    expect(() => decodeCallsId(id)).toThrow('No bundle with this id is known')
  },
)
