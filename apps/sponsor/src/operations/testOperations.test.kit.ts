import { createFaucet, devnetAccounts, devnetAddresses, type EvmChain } from '@foyer/devnet'
import {
  type Address,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  type SignedAuthorizationList,
  toHex,
} from 'viem'
import {
  entryPoint08Abi,
  getUserOperationHash,
  toPackedUserOperation,
  type UserOperation,
} from 'viem/account-abstraction'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { clientOf, dollar, shop, type TestClient } from '../startTestSponsor.test.kit.ts'
import { entryPoint, entryPointAbi } from './entryPoint.ts'
import { ownOperationTypedData, writeOperationSignature } from './operationSignature.ts'
import { encodeOperationCalls } from './readOperationCalls.ts'
import type { FullOperation } from './signOperation.ts'

export const { account: implementation, paymaster } = devnetAddresses
/** Sends operations to the EntryPoint, as a bundler does. */
const bundler = privateKeyToAccount(devnetAccounts[7]!.privateKey)

type Call = Parameters<typeof encodeOperationCalls>[0][number]
export const transferCall = (amount: bigint, to: Address = shop): Call => ({
  ...{ to: dollar, value: 0n },
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
})

type Paid = { readonly paymaster: Address; readonly paymasterData: Hex }

/** Users, operations and a bundler on a chain. */
export function openOperations(chain: EvmChain) {
  const client: TestClient = clientOf(chain)
  const wallet = createWalletClient({ account: bundler, transport: http(chain.url) })
  const faucet = createFaucet(chain)

  /** A smart account with dollars and no coins. `isUpgraded`: it has its code already. */
  async function newUser({ isUpgraded = true } = {}): Promise<PrivateKeyAccount> {
    const account = privateKeyToAccount(generatePrivateKey())
    await faucet.giveToken({ to: account.address, token: dollar, amount: 1_000_000n })
    if (isUpgraded) {
      const authorization = await authorize(account)
      await wallet.sendTransactionSync({
        ...{ chain: null, to: bundler.address, authorizationList: [authorization] },
      })
    }
    return account
  }

  const authorize = async (account: PrivateKeyAccount, code: Address = implementation) =>
    account.signAuthorization({
      ...{ address: code, chainId: chain.chainId },
      nonce: await client.getTransactionCount({ address: account.address }),
    })

  /** An operation, not signed. */
  async function build(
    account: PrivateKeyAccount,
    { calls = [transferCall(500n)], ...more }: { calls?: Call[] } & Partial<FullOperation> = {},
  ): Promise<FullOperation> {
    const nonce = await client.readContract({
      ...{ abi: entryPointAbi, address: entryPoint, functionName: 'getNonce' },
      args: [account.address, 0n],
    })
    const fees = await client.estimateFeesPerGas()
    return {
      ...{ sender: account.address, nonce, callData: encodeOperationCalls(calls) },
      ...{ callGasLimit: 60_000n, verificationGasLimit: 100_000n, preVerificationGas: 55_000n },
      maxFeePerGas: fees.maxFeePerGas * 2n,
      maxPriorityFeePerGas: fees.maxPriorityFeePerGas,
      ...{ paymasterVerificationGasLimit: 100_000n, paymasterPostOpGasLimit: 0n },
      ...{ upgrades: false, ...more },
    }
  }

  /** The operation as the account signs it, for ten minutes. */
  async function sign(
    account: PrivateKeyAccount,
    operation: FullOperation,
    paid: Paid,
    { validUntil = Math.floor(Date.now() / 1000) + 600 } = {},
  ) {
    const { upgrades, ...fields } = operation
    const complete = { ...fields, ...paid, signature: '0x' } as UserOperation<'0.8'>
    const hash = getUserOperationHash({
      ...{ chainId: chain.chainId, entryPointAddress: entryPoint, entryPointVersion: '0.8' },
      userOperation: complete,
    })
    const own = { account: account.address, chain: chain.chainId, hash }
    const signature = await account.signTypedData(ownOperationTypedData(own, validUntil))
    return { ...complete, signature: writeOperationSignature(validUntil, signature) }
  }

  const argsOf = (operation: UserOperation<'0.8'>) =>
    [[toPackedUserOperation(operation)], bundler.address] as const

  return {
    authorize,
    build,
    client,
    newUser,
    sign,
    /** Sends a signed operation to the EntryPoint, with authorizations if any. @returns the receipt */
    async send(
      operation: UserOperation<'0.8'>,
      { authorizationList }: { authorizationList?: SignedAuthorizationList } = {},
    ) {
      const args = argsOf(operation)
      const data = encodeFunctionData({ abi: entryPoint08Abi, functionName: 'handleOps', args })
      return wallet.sendTransactionSync({
        ...{ chain: null, to: entryPoint, data, gas: 2_000_000n },
        ...(authorizationList && { authorizationList }),
      })
    },
    /** Sends a signed operation as cheaply as possible. @returns what its sender earned by it, and the receipt */
    async cashIn(operation: UserOperation<'0.8'>, more: object = {}) {
      const { address } = bundler
      const data = encodeFunctionData({
        ...{ abi: entryPoint08Abi, functionName: 'handleOps', args: argsOf(operation) },
      })
      const before = await client.getBalance({ address })
      const receipt = await wallet.sendTransactionSync({
        ...{
          chain: null,
          to: entryPoint,
          data,
          gas: 2_000_000n,
          maxPriorityFeePerGas: 0n,
          ...more,
        },
      })
      return { earned: (await client.getBalance({ address })) - before, receipt }
    },
    /** Why the EntryPoint would not take an operation; undefined if it would. */
    async refusal(operation: UserOperation<'0.8'>): Promise<string | undefined> {
      try {
        await client.simulateContract({
          ...{ abi: entryPoint08Abi, address: entryPoint, functionName: 'handleOps' },
          ...{ account: bundler, args: argsOf(operation) },
        })
        return undefined
      } catch (error) {
        return /AA\d\d/.exec((error as Error).message)?.[0] ?? (error as Error).message
      }
    },
    depositOf: (address: Address) =>
      client.readContract({
        ...{ abi: entryPointAbi, address: entryPoint, functionName: 'balanceOf', args: [address] },
      }),
  }
}

/** An operation as JSON-RPC has it. */
export const written = (operation: Partial<FullOperation> & object, more: object = {}) => ({
  ...Object.fromEntries(
    Object.entries(operation)
      .filter(([name]) => name !== 'upgrades')
      .map(([name, value]) => [name, typeof value === 'bigint' ? toHex(value) : value]),
  ),
  ...more,
})
