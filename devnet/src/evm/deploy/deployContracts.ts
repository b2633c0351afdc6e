import { encodeAbiParameters, keccak256, pad, type TestClient, zeroAddress, zeroHash } from 'viem'
import { getCode } from 'viem/actions'
import {
  devBadgesAbi,
  devNftAbi,
  devTokenAbi,
  ensResolverAbi,
  ensReverseRegistrarAbi,
  uniswapV2FactoryAbi,
  uniswapV2RouterAbi,
  uniswapV3PeripheryAbi,
  uniswapV3PositionsAbi,
} from '../abis.ts'
import { devnetAddresses } from '../addresses.ts'
import { badgesFolder, spamCollection } from '../nfts.ts'
import { devnetTokens } from '../tokens.ts'
import { compileContract } from './compileContract.ts'
import { deployPermit2, deployUniswapV4 } from './deployUniswapV4.ts'
import { multicall3Bytecode, packagedBytecode } from './packagedBytecode.ts'
import type { Sender } from './sender.ts'

/** Copies the code of a contract to its address on public chains. */
async function moveCode(test: TestClient, from: `0x${string}`, to: `0x${string}`) {
  const code = await getCode(test, { address: from })
  if (!code) throw new Error(`There is no code at ${from} to copy to ${to}`)
  await test.setCode({ address: to, bytecode: code })
}

/**
 * Deploys every contract of `addresses.ts` to a fresh chain. The order decides the addresses: add new
 * contracts at the end.
 */
export async function deployContracts({ sender, test }: { sender: Sender; test: TestClient }) {
  const at = devnetAddresses
  await moveCode(test, await sender.deploy({ bytecode: await multicall3Bytecode() }), at.multicall3)

  const registryBuild = '@ensdomains/ens/build/contracts/ENSRegistry.json'
  const registry = await sender.deploy({ bytecode: await packagedBytecode(registryBuild) })
  await moveCode(test, registry, at.ensRegistry)
  // The storage that the registry's constructor writes: `records[0].owner`, a mapping in slot 0.
  await test.setStorageAt({
    address: at.ensRegistry,
    index: keccak256(
      encodeAbiParameters([{ type: 'bytes32' }, { type: 'uint256' }], [zeroHash, 0n]),
    ),
    value: pad(at.deployer),
  })

  await sender.deploy({
    bytecode: await packagedBytecode('@uniswap/v2-periphery/build/WETH9.json'),
    at: at.weth,
  })
  const tokenBytecode = await compileContract('DevToken')
  for (const token of devnetTokens) {
    await sender.deploy({
      bytecode: tokenBytecode,
      abi: devTokenAbi,
      args: [token.name, token.symbol, token.decimals],
      at: token.address,
    })
  }
  await sender.deploy({
    bytecode: await packagedBytecode('@uniswap/v2-core/build/UniswapV2Factory.json'),
    abi: uniswapV2FactoryAbi,
    args: [at.deployer],
    at: at.uniswapV2Factory,
  })
  await sender.deploy({
    bytecode: await packagedBytecode('@uniswap/v2-periphery/build/UniswapV2Router02.json'),
    abi: uniswapV2RouterAbi,
    args: [at.uniswapV2Factory, at.weth],
    at: at.uniswapV2Router,
  })
  await sender.deploy({
    bytecode: await packagedBytecode('@ensdomains/resolver/build/contracts/PublicResolver.json'),
    abi: ensResolverAbi,
    args: [at.ensRegistry],
    at: at.ensResolver,
  })
  await sender.deploy({
    bytecode: await packagedBytecode('@ensdomains/ens/build/contracts/ReverseRegistrar.json'),
    abi: ensReverseRegistrarAbi,
    args: [at.ensRegistry, at.ensResolver],
    at: at.ensReverseRegistrar,
  })
  await sender.deploy({ bytecode: await compileContract('DevArt'), at: at.art })
  await sender.deploy({
    bytecode: await compileContract('DevBadges'),
    abi: devBadgesAbi,
    args: [`ipfs://${badgesFolder}/{id}.json`],
    at: at.badges,
  })
  await sender.deploy({
    bytecode: await compileContract('DevNft'),
    abi: devNftAbi,
    args: [spamCollection, 'GIFT'],
    at: at.spam,
  })
  await deployUniswapV3({ sender })
  await sender.deploy({ bytecode: await compileContract('DevBatch'), at: at.batch })
  await deployPermit2({ sender, test })
  await deployUniswapV4({ sender })
  await sender.deploy({ bytecode: await compileContract('DevBridge'), at: at.bridge })
}

async function deployUniswapV3({ sender }: { sender: Sender }) {
  const at = devnetAddresses
  const core = '@uniswap/v3-core/artifacts/contracts'
  const periphery = '@uniswap/v3-periphery/artifacts/contracts'
  const build = (path: string) => packagedBytecode(`${path}.json`)
  await sender.deploy({
    bytecode: await build(`${core}/UniswapV3Factory.sol/UniswapV3Factory`),
    at: at.uniswapV3Factory,
  })
  for (const [name, address] of [
    ['SwapRouter.sol/SwapRouter', at.uniswapV3Router],
    ['lens/QuoterV2.sol/QuoterV2', at.uniswapV3Quoter],
  ] as const)
    await sender.deploy({
      bytecode: await build(`${periphery}/${name}`),
      abi: uniswapV3PeripheryAbi,
      args: [at.uniswapV3Factory, at.weth],
      at: address,
    })
  await sender.deploy({
    bytecode: await build(`${periphery}/NonfungiblePositionManager.sol/NonfungiblePositionManager`),
    abi: uniswapV3PositionsAbi,
    // Without a descriptor, positions have no pictures.
    args: [at.uniswapV3Factory, at.weth, zeroAddress],
    at: at.uniswapV3Positions,
  })
}
