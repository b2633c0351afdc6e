import type {
  SolanaSignAndSendTransactionMethod,
  SolanaSignMessageMethod,
  SolanaSignTransactionMethod,
} from '@solana/wallet-standard-features'
import type { Wallet, WalletAccount } from '@wallet-standard/base'
import type {
  StandardConnectMethod,
  StandardDisconnectMethod,
  StandardEventsOnMethod,
} from '@wallet-standard/features'
import { expect, expectTypeOf, test } from 'vitest'
import { toChainId, toStandardChain } from './standardChains.ts'
import {
  type FeatureName,
  parseStandardAccounts,
  readFeature,
  type StandardWallet,
} from './standardWallet.ts'

const wallet = (features: unknown): StandardWallet => ({ features, accounts: [] })

test('accepts a wallet of the standard’s own types', () => {
  expectTypeOf<Wallet>().toExtend<StandardWallet>()
  const account = {
    address: 'So11111111111111111111111111111111111111112',
    publicKey: new Uint8Array(32),
    chains: ['solana:testnet', 'solana:testnet'],
    features: ['solana:signMessage'],
  } satisfies WalletAccount
  expect(parseStandardAccounts([account])).toEqual([
    {
      address: account.address,
      chainIds: ['solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'],
      features: ['solana:signMessage'],
      own: account,
    },
  ])
})

test("calls features by the standard's names and functions", () => {
  const ask = () => {}
  const all = {
    'standard:connect': { connect: ask as unknown as StandardConnectMethod },
    'standard:disconnect': { disconnect: ask as unknown as StandardDisconnectMethod },
    'standard:events': { on: ask as unknown as StandardEventsOnMethod },
    'solana:signIn': { signIn: ask },
    'solana:signMessage': { signMessage: ask as unknown as SolanaSignMessageMethod },
    'solana:signTransaction': { signTransaction: ask as unknown as SolanaSignTransactionMethod },
    'solana:signAndSendTransaction': {
      signAndSendTransaction: ask as unknown as SolanaSignAndSendTransactionMethod,
    },
  } satisfies Record<FeatureName, object>
  for (const name of Object.keys(all) as FeatureName[])
    expect(readFeature(wallet(all), name)).toBe(all[name])
})

test.each([
  [undefined],
  [null],
  [7],
  [{}],
  [{ 'solana:signMessage': undefined }],
  [{ 'solana:signMessage': {} }],
  [{ 'solana:signMessage': { signMessage: 'x' } }],
  [{ 'solana:signMessage': { signTransaction() {} } }],
])('returns no feature of %j', (features) => {
  expect(readFeature(wallet(features), 'solana:signMessage')).toBeUndefined()
})

test("maps the standard's networks to CAIP-2 ids, and back", () => {
  for (const name of ['solana:mainnet', 'solana:devnet', 'solana:testnet', 'solana:localnet']) {
    const chainId = toChainId(name)
    expect(chainId).toMatch(/^solana:[1-9A-HJ-NP-Za-km-z]{32}$/)
    expect(chainId && toStandardChain(chainId)).toBe(name)
  }
  const other = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa2'
  expect(toChainId(other)).toBe(other)
  expect(toStandardChain(other)).toBe(other)
  for (const none of ['solana:beta', 'solana:', 'eip155:1', ''])
    expect(toChainId(none)).toBeUndefined()
})
