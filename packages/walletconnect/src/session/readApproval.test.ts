import { isValidNamespaces } from '@walletconnect/utils'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkNamespaces, pickChain, readApproval, readChainData } from './readApproval.ts'

const chain = fc.nat({ max: 20 }).map((number) => `eip155:${number + 1}`)
const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)
const part = fc.record({
  accounts: fc.array(
    fc.tuple(chain, address).map(([chainId, one]) => `${chainId}:${one}`),
    { minLength: 1, maxLength: 8 },
  ),
  methods: fc.array(fc.constantFrom('personal_sign', 'eth_sendTransaction'), { maxLength: 3 }),
  events: fc.array(fc.constantFrom('chainChanged'), { maxLength: 1 }),
})

test('reads any approval without losing or inventing an account or a network', () => {
  fc.assert(
    fc.property(part, (eip155) => {
      expect(checkNamespaces({ eip155 })).toBeUndefined()
      expect(isValidNamespaces({ eip155 }, 'test')).toBeNull()
      const { addresses, chainIds, methods } = readApproval({ eip155 }, 'eip155')
      const cut = eip155.accounts.map((account) => account.split(':'))
      expect(new Set(addresses)).toEqual(new Set(cut.map(([, , one]) => one)))
      expect(new Set(chainIds)).toEqual(new Set(cut.map(([name, id]) => `${name}:${id}`)))
      expect(new Set(methods)).toEqual(new Set(eip155.methods))
      for (const list of [addresses, chainIds, methods])
        expect(new Set(list).size).toBe(list.length)
    }),
  )
})

test('treats keys by chain and by namespace alike', () => {
  fc.assert(
    fc.property(part, (eip155) => {
      const byChain: Record<string, typeof eip155> = {}
      for (const account of eip155.accounts) {
        const key = account.slice(0, account.lastIndexOf(':'))
        const before = byChain[key]?.accounts ?? []
        byChain[key] = { ...eip155, accounts: [...before, account] }
      }
      expect(checkNamespaces(byChain)).toBeUndefined()
      const one = readApproval(byChain, 'eip155')
      const other = readApproval({ eip155 }, 'eip155')
      expect(new Set(one.addresses)).toEqual(new Set(other.addresses))
      expect(new Set(one.chainIds)).toEqual(new Set(other.chainIds))
    }),
  )
})

test("error: an account under another chain's key, a chain of another namespace, no account", () => {
  const none = { methods: [], events: [] }
  const account = 'eip155:10:0xab'
  expect(checkNamespaces({ 'eip155:1': { ...none, accounts: [account] } })).toBe(
    'unsupportedAccounts',
  )
  expect(checkNamespaces({ solana: { ...none, accounts: [account] } })).toBe('unsupportedAccounts')
  const chains = ['solana:1']
  expect(checkNamespaces({ eip155: { ...none, accounts: [account], chains } })).toBe(
    'unsupportedChains',
  )
  expect(checkNamespaces({})).toBe('unsupportedAccounts')
})

test('puts the account that the wallet names first at the start, in any notation', () => {
  const accounts = ['eip155:1:0xaa', 'eip155:1:0xBb']
  const read = readApproval({ eip155: { accounts, methods: [], events: [] } }, 'eip155', '0xBB')
  expect(read.addresses).toEqual(['0xBb', '0xaa'])
  const solana = { accounts: ['solana:1:aB', 'solana:1:Ab'], methods: [], events: [] }
  expect(readApproval({ solana }, 'solana').addresses).toEqual(['aB', 'Ab'])
})

test('reads a chain of an event: CAIP-2, a number, hex, or an object', () => {
  for (const data of ['eip155:10', 10, '10', '0xa', { chainId: '0xa' }])
    expect(readChainData('eip155', data)).toBe('eip155:10')
  for (const data of ['solana:1', -1, 1.5, 'no', null, {}, undefined])
    expect(readChainData('eip155', data)).toBeUndefined()
  expect(readChainData('solana', 10)).toBeUndefined()
})

test('picks the requested network if it was approved', () => {
  const accounts = ['eip155:1:0xaa', 'eip155:10:0xaa']
  const approval = readApproval({ eip155: { accounts, methods: [], events: [] } }, 'eip155')
  expect(pickChain(approval, undefined, 'eip155:10')).toBe('eip155:10')
  expect(pickChain(approval, 'eip155:137', undefined)).toBe('eip155:1')
})
