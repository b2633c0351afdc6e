import { createTestClient, http, parseEther } from 'viem'
import { devTokenAbi } from '../abis.ts'
import { devnetAccounts, devnetDeployer } from '../accounts.ts'
import { runAnvil } from '../runAnvil.ts'
import { devnetTokens } from '../tokens.ts'
import { type DeployedBytecodes, deployContracts } from './deployContracts.ts'
import { etherPrices, fillPools } from './fillPools.ts'
import { fillUniswapV3 } from './fillUniswapV3.ts'
import { fillUniswapV4 } from './fillUniswapV4.ts'
import { giveNfts } from './giveNfts.ts'
import { registerNames } from './registerNames.ts'
import { createSender } from './sender.ts'

/** Accounts 0-4 hold tokens at the start. */
const holders = devnetAccounts.slice(0, 5)

/** Deploys and funds a fresh chain and writes its state to a file. */
export async function buildState({
  chainId,
  contracts,
  file,
}: {
  chainId: number
  contracts: DeployedBytecodes
  file: string
}) {
  const anvil = await runAnvil({ chainId, port: 0, dumpState: file })
  try {
    const { url } = anvil
    const test = createTestClient({ mode: 'anvil', transport: http(url) })
    // A million ether: some for the pools, the rest for the faucet.
    await test.setBalance({ address: devnetDeployer.address, value: parseEther('1000000') })
    const sender = createSender({ url, chainId })
    await deployContracts({ contracts, sender, test })
    // Other chains have no prices.
    if (etherPrices[chainId]) {
      await fillPools({ sender, chainId })
      await fillUniswapV3({ sender, chainId })
      await fillUniswapV4({ sender, chainId })
    }
    await registerNames({ sender })
    await giveNfts({ holders, sender })
    for (const { address: to, startBalance } of devnetTokens) {
      for (const holder of holders) {
        const args = [holder.address, startBalance]
        await sender.call({ to, abi: devTokenAbi, functionName: 'mint', args })
      }
    }
  } finally {
    await anvil.stop()
  }
}
