import {
  type Address,
  createPublicClient,
  createTestClient,
  createWalletClient,
  decodeErrorResult,
  defineChain,
  encodeFunctionData,
  type Hex,
  http,
  type PublicClient,
  parseEther,
  type TestClient,
  type TransactionReceipt,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { devTokenAbi, foyerAccountAbi, foyerPermissionsAbi } from './abis.ts'
import { devnetAccounts } from './accounts.ts'
import { devnetAddresses } from './addresses.ts'
import type { EvmChain } from './startEvm.ts'

const { account: implementation, usdc } = devnetAddresses
const errors = [...foyerAccountAbi, ...foyerPermissionsAbi].filter(({ type }) => type === 'error')

/** Clients of a chain, and accounts on it. */
export type AccountWorld = {
  chainId: number
  faucet: PrivateKeyAccount
  read: PublicClient
  test: TestClient<'anvil'>
  /** Sends a transaction, and returns its receipt. */
  send(account: PrivateKeyAccount, transaction: object): Promise<TransactionReceipt>
  /** A new account with 10 ETH and 1,000 USDC. */
  open(): Promise<PrivateKeyAccount>
  /** Delegates an account, paid by another one. */
  upgrade(account: PrivateKeyAccount, to?: Address): Promise<void>
  usdcOf(address: Address): Promise<bigint>
  /** The name of the error that a call reverts with; undefined if it succeeds. */
  refusal(from: Address, to: Address, data: Hex): Promise<string | undefined>
}

export function accountWorld({ chainId, url }: EvmChain): AccountWorld {
  const chain = defineChain({
    id: chainId,
    name: 'test',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })
  const transport = http(url)
  const read: PublicClient = createPublicClient({ chain, transport, pollingInterval: 20 })
  const test: TestClient<'anvil'> = createTestClient({ chain, transport, mode: 'anvil' })
  const wallet = createWalletClient({ chain, transport })
  const faucet = privateKeyToAccount(devnetAccounts[5]!.privateKey)
  const send = async (
    account: PrivateKeyAccount,
    transaction: object,
  ): Promise<TransactionReceipt> => {
    // Of mined transactions: among pending ones anvil may count one that authorizes its own sender once instead of twice.
    const nonce = await read.getTransactionCount({ address: account.address })
    return wallet.sendTransactionSync({ account, nonce, ...transaction } as never)
  }
  return {
    chainId,
    faucet,
    read,
    send,
    test,
    async open() {
      const account = privateKeyToAccount(generatePrivateKey())
      await test.setBalance({ address: account.address, value: parseEther('10') })
      const args = [account.address, 1_000_000_000n] as const
      const data = encodeFunctionData({ abi: devTokenAbi, functionName: 'mint', args })
      await send(faucet, { to: usdc, data })
      return account
    },
    async upgrade(account: PrivateKeyAccount, to: Address = implementation) {
      const nonce = await read.getTransactionCount(account)
      const authorization = await account.signAuthorization({ chainId, address: to, nonce })
      await send(faucet, { to: faucet.address, authorizationList: [authorization] })
    },
    usdcOf: (address: Address) =>
      read.readContract({
        address: usdc,
        abi: devTokenAbi,
        functionName: 'balanceOf',
        args: [address],
      }),
    async refusal(from: Address, to: Address, data: Hex) {
      try {
        await read.call({ account: from, to, data })
        return undefined
      } catch (error) {
        const { data: thrown } = (
          error as { walk: (f: (e: unknown) => boolean) => { data?: Hex } }
        ).walk((e) => typeof (e as { data?: unknown }).data === 'string') ?? { data: undefined }
        return decodeErrorResult({ abi: errors, data: thrown as Hex }).errorName
      }
    },
  }
}
