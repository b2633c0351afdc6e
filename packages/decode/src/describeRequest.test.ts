import { FoyerError } from '@foyer/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ApprovalInput, DescribableRequest } from './approvalInput.ts'
import { alice, inputOf, mallory, offline } from './decode.test.kit.ts'
import { describeRequest } from './describeRequest.ts'
import { decodeAbi } from './evm/decodeAbi.ts'
import { readTransferLogs } from './evm/transferLogs.ts'
import { hostileInputs } from './hostileInput.test.kit.ts'
import { readLookupTable } from './solana/accountBook.ts'
import { encodeBase58 } from './solana/base58.ts'
import { readExtensions } from './solana/mintExtensions.ts'

/** The only allowed refusals; everything else must be described. */
const refusals = ['action-not-allowed', 'params-invalid']
/** Maximum length of a description, as text, for a request of a few hundred bytes. */
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
    it(`[T42] return a description or a refusal for 10,000 ${name}`, async () => {
      let described = 0
      await fc.assert(
        fc.asyncProperty(arbitrary, async (input) => {
          if (await mustSettle(input)) described++
        }),
        { numRuns: 10_000 },
      )
      // Otherwise a decoder that refuses everything would pass.
      expect(described).toBeGreaterThan(1_000)
    })

  it('[T42] decodes 10,000 hostile answers of a chain without an exception', () => {
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

describe('account and network of a request', () => {
  const solana = {
    account: 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
    network: { id: 'solana:x', name: 'Solana', symbol: 'SOL', decimals: 9 },
  }
  const typed = {
    types: { Note: [{ name: 'text', type: 'string' }] },
    primaryType: 'Note',
    domain: {},
    message: { text: 'x' },
  }
  const call = { to: mallory, value: 0n, data: '0x', chainId: 1n }
  /** Each method as a request to an account, on the network of a chain id. */
  const methods: Record<string, (account: string, chainId: string) => unknown> = {
    personal_sign: (account) => ({ method: 'personal_sign', params: ['0x41', account] }),
    eth_signTypedData_v4: (account, chainId) => ({
      method: 'eth_signTypedData_v4',
      chainId,
      params: [account, typed],
    }),
    eth_sendTransaction: (from, chainId) => ({
      method: 'eth_sendTransaction',
      chainId,
      params: [{ ...call, from, chainId: BigInt(chainId) }],
    }),
    wallet_sendCalls: (from, chainId) => ({
      method: 'wallet_sendCalls',
      chainId,
      params: [{ version: '2.0.0', from, chainId, atomicRequired: false, calls: [call] }],
    }),
    solana_signMessage: (pubkey) => ({
      method: 'solana_signMessage',
      params: { message: encodeBase58(Uint8Array.of(65)), pubkey },
    }),
    solana_signTransaction: (pubkey) => ({
      method: 'solana_signTransaction',
      params: { transaction: '', pubkey },
    }),
    solana_signAllTransactions: (pubkey) => ({
      method: 'solana_signAllTransactions',
      params: { transactions: [''], pubkey },
    }),
  }
  const ask = (method: string, account: string, chainId = '0x1') =>
    describeRequest(
      inputOf(
        methods[method]?.(account, chainId) as DescribableRequest,
        method.startsWith('solana') ? solana : {},
      ),
      offline,
    )
  const isSolana = (method: string) => method.startsWith('solana')

  it.each(Object.keys(methods))('refuses %s for another account', async (method) => {
    const other = isSolana(method) ? encodeBase58(new Uint8Array(32).fill(9)) : mallory
    await expect(ask(method, other)).rejects.toMatchObject({ code: 'unauthorized' })
  })

  it('compares accounts of Solana with case, those of Ethereum without', async () => {
    await expect(ask('solana_signMessage', solana.account.toLowerCase())).rejects.toMatchObject({
      code: 'unauthorized',
    })
    expect(await ask('solana_signMessage', solana.account)).toMatchObject({ kind: 'message' })
    expect(await ask('personal_sign', alice.toLowerCase())).toMatchObject({ kind: 'message' })
  })

  it.each(['eth_signTypedData_v4', 'eth_sendTransaction', 'wallet_sendCalls'])(
    'refuses %s for another network',
    async (method) => {
      await expect(ask(method, alice, '0x5')).rejects.toMatchObject({ code: 'params-invalid' })
    },
  )

  it('refuses a transaction for another network than the request names', async () => {
    const request = { method: 'eth_sendTransaction', chainId: '0x1' }
    const params = [{ ...call, from: alice, chainId: 5n }]
    await expect(
      describeRequest(inputOf({ ...request, params } as DescribableRequest), offline),
    ).rejects.toMatchObject({ code: 'params-invalid' })
  })
})
