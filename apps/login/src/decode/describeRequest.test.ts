import { FoyerError } from '@foyer/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildKeyWorker } from '../worker/buildKeyWorker.ts'
import { offline } from './decode.test.kit.ts'
import { type ApprovalInput, describeRequest } from './describeRequest.ts'
import { decodeAbi } from './evm/decodeAbi.ts'
import { readTransferLogs } from './evm/transferLogs.ts'
import { hostileInputs } from './hostileInput.test.kit.ts'
import { readLookupTable } from './solana/accountBook.ts'
import { readExtensions } from './solana/mintExtensions.ts'

/** What may be refused; everything else must be described. */
const refusals = ['action-not-allowed', 'params-invalid']
/** What a description may weigh, as text, for a request of some hundred bytes. */
const heaviest = 400_000

async function mustSettle(input: ApprovalInput): Promise<boolean> {
  try {
    const said = await describeRequest(input, offline)
    const text = JSON.stringify(said, (_, value) => (typeof value === 'bigint' ? '7' : value))
    if (text.length > heaviest) throw new Error(`${text.length} letters`)
    return true
  } catch (error) {
    if (error instanceof FoyerError && refusals.includes(error.code)) return false
    throw error
  }
}

describe('hostile requests', () => {
  for (const [name, arbitrary] of Object.entries(hostileInputs))
    it(`[T42] gives a description or a refusal for 10,000 ${name}`, {
      timeout: 120_000,
    }, async () => {
      let described = 0
      await fc.assert(
        fc.asyncProperty(arbitrary, async (input) => {
          if (await mustSettle(input)) described++
        }),
        { numRuns: 10_000 },
      )
      // A decoder that refuses everything would be total, too.
      expect(described).toBeGreaterThan(1_000)
    })

  it('[T42] gives something or nothing for 10,000 answers of a chain', () => {
    const types = fc.constantFrom(
      'uint256',
      'string',
      'bytes[]',
      '(address,bytes)[]',
      'uint256[],uint256[]',
    )
    const log = fc.record(
      {
        address: fc.oneof(fc.constant(`0x${'ab'.repeat(20)}`), fc.jsonValue()),
        data: fc.oneof(fc.constant(`0x${'01'.repeat(64)}`), fc.jsonValue()),
        topics: fc.oneof(fc.array(fc.constant(`0x${'cd'.repeat(32)}`)), fc.jsonValue()),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(types, fc.uint8Array({ maxLength: 400 }), fc.array(log), (type, bytes, logs) => {
        decodeAbi(type, bytes)
        readExtensions(bytes)
        readLookupTable({
          owner: 'AddressLookupTab1e1111111111111111111111111',
          lamports: 1n,
          data: bytes,
        })
        readTransferLogs([...logs, null, 7, 'x'], `0x${'11'.repeat(20)}`)
      }),
      { numRuns: 10_000 },
    )
  })
})

describe('what a visitor loads for it', () => {
  it('holds hashes and schemas, no chain library, and stays under 40 KB', async () => {
    const { gzipBytes, packages } = await buildKeyWorker('../decode/describeRequest.ts')
    console.log(`decoding: ${gzipBytes} bytes gzip`)
    expect(packages).toEqual(['@noble/hashes', 'foyer', 'valibot'])
    expect(gzipBytes).toBeLessThan(40_000)
  })
})
