import { type Chain, createClient, defineChain, http } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { devnetAccounts } from '../../evm/accounts.ts'
import type { WalletChain } from '../config.ts'

/** Creates the client that reads a chain and signs with an account's key. */
export function chainClient({ id, name, rpcUrl, symbol }: WalletChain, account: number) {
  const chain: Chain = defineChain({
    id,
    name,
    nativeCurrency: { name: symbol, symbol, decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  return createClient({
    account: privateAccount(account),
    chain,
    transport: http(rpcUrl, { retryCount: 1 }),
  })
}

/** Returns a signing account by its index. */
export function privateAccount(index: number): PrivateKeyAccount {
  return privateKeyToAccount(devnetAccounts[index]!.privateKey)
}
