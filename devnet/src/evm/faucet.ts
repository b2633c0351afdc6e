import {
  type Address,
  createWalletClient,
  defineChain,
  encodeFunctionData,
  type Hex,
  http,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { devTokenAbi } from './abis.ts'
import { devnetDeployer } from './accounts.ts'

/** Sends coins on one chain. */
export type Faucet = {
  /**
   * Sends ETH from the deployer's reserve.
   *
   * @param amount In wei.
   * @returns The transaction's hash, already mined.
   */
  giveEther: (options: { to: Address; amount: bigint }) => Promise<Hex>
  /**
   * Mints a devnet token.
   *
   * @param amount In the token's smallest unit.
   * @returns The transaction's hash, already mined.
   */
  giveToken: (options: { to: Address; token: Address; amount: bigint }) => Promise<Hex>
}

/** Creates the faucet of a running chain; serves concurrent requests one by one. */
export function createFaucet({ url, chainId }: { url: string; chainId: number }): Faucet {
  const client = createWalletClient({
    account: privateKeyToAccount(devnetDeployer.privateKey),
    chain: defineChain({
      id: chainId,
      name: 'devnet',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [url] } },
    }),
    transport: http(url),
  })
  let last: Promise<unknown> = Promise.resolve()
  const give = (request: { to: Address; value?: bigint; data?: Hex }): Promise<Hex> => {
    const next = last.then(async () => {
      const receipt = await client.sendTransactionSync(request)
      if (receipt.status !== 'success') {
        throw new Error(`The faucet's transaction ${receipt.transactionHash} reverted`)
      }
      return receipt.transactionHash
    })
    // The queue continues after a failure, which the caller sees through `next`.
    last = next.catch(() => undefined)
    return next
  }
  return {
    giveEther: ({ to, amount }) => give({ to, value: amount }),
    giveToken: ({ to, token, amount }) =>
      give({
        to: token,
        data: encodeFunctionData({ abi: devTokenAbi, functionName: 'mint', args: [to, amount] }),
      }),
  }
}
