import {
  concat,
  encodeAbiParameters,
  encodeDeployData,
  type Hex,
  keccak256,
  pad,
  parseEther,
  type TestClient,
  zeroAddress,
  zeroHash,
} from 'viem'
import { getCode } from 'viem/actions'
import {
  devBadgesAbi,
  devNftAbi,
  devTokenAbi,
  ensResolverAbi,
  ensReverseRegistrarAbi,
  foyerPaymasterAbi,
  uniswapV2FactoryAbi,
  uniswapV2RouterAbi,
  uniswapV3PeripheryAbi,
  uniswapV3PositionsAbi,
} from '../abis.ts'
import { devnetPaymasterSigner } from '../accounts.ts'
import { devnetAddresses } from '../addresses.ts'
import { badgesFolder, spamCollection } from '../nfts.ts'
import { devnetTokens } from '../tokens.ts'
import { deployPermit2, deployUniswapV4 } from './deployUniswapV4.ts'
import { multicall3Bytecode, packagedBytecode } from './packagedBytecode.ts'
import type { Sender } from './sender.ts'

/** Copies the code of a contract to its address on public chains. */
async function moveCode(test: TestClient, from: `0x${string}`, to: `0x${string}`) {
  const code = await getCode(test, { address: from })
  if (!code) throw new Error(`There is no code at ${from} to copy to ${to}`)
  await test.setCode({ address: to, bytecode: code })
}

/** Our own contracts that every chain has. */
export const deployedContracts = [
  'DevToken',
  'DevDollar',
  'DevArt',
  'DevBadges',
  'DevNft',
  'DevBatch',
  'DevBridge',
  'FoyerAccount',
  'FoyerPermissions',
  'DevIdRegistry',
  'DevKeyRegistry',
  'DevPaymentProxy',
  'FoyerPaymaster',
] as const

/** Their creation bytecode. */
export type DeployedBytecodes = Readonly<Record<(typeof deployedContracts)[number], Hex>>

/**
 * Deploys every contract of `addresses.ts` to a fresh chain. The order decides the addresses: add new
 * contracts at the end.
 */
export async function deployContracts({
  contracts,
  sender,
  test,
}: {
  contracts: DeployedBytecodes
  sender: Sender
  test: TestClient
}) {
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
  for (const token of devnetTokens) {
    await sender.deploy({
      bytecode: token.address === at.usdc ? contracts.DevDollar : contracts.DevToken,
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
  await sender.deploy({ bytecode: contracts.DevArt, at: at.art })
  await sender.deploy({
    bytecode: contracts.DevBadges,
    abi: devBadgesAbi,
    args: [`ipfs://${badgesFolder}/{id}.json`],
    at: at.badges,
  })
  await sender.deploy({
    bytecode: contracts.DevNft,
    abi: devNftAbi,
    args: [spamCollection, 'GIFT'],
    at: at.spam,
  })
  await deployUniswapV3({ sender })
  await sender.deploy({ bytecode: contracts.DevBatch, at: at.batch })
  await deployPermit2({ sender, test })
  await deployUniswapV4({ sender })
  await sender.deploy({ bytecode: contracts.DevBridge, at: at.bridge })
  await sender.deployByCode({ bytecode: contracts.FoyerPermissions, at: at.permissions })
  const account = concat([contracts.FoyerAccount, pad(at.permissions)])
  await sender.deployByCode({ bytecode: account, at: at.account })
  for (const [name, address] of [
    ['DevIdRegistry', at.farcasterIdRegistry],
    ['DevKeyRegistry', at.farcasterKeyRegistry],
    ['DevPaymentProxy', at.paymentProxy],
  ] as const)
    await moveCode(test, await sender.deploy({ bytecode: contracts[name] }), address)
  await deployPaymaster({ bytecode: contracts.FoyerPaymaster, sender })
}

/** The salt with which EntryPoint 0.8 has its public address. @source https://github.com/eth-infinitism/account-abstraction */
const entryPointSalt = '0x0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9'

/** Deploys EntryPoint 0.8, and a paymaster with a deposit of 100 coins. */
async function deployPaymaster({ bytecode, sender }: { bytecode: Hex; sender: Sender }) {
  const at = devnetAddresses
  await sender.deployByCode({
    bytecode: await packagedBytecode('@account-abstraction/contracts/artifacts/EntryPoint.json'),
    ...{ at: at.entryPoint, salt: entryPointSalt },
  })
  await sender.deployByCode({
    bytecode: encodeDeployData({
      ...{ abi: foyerPaymasterAbi, bytecode },
      args: [at.deployer, devnetPaymasterSigner.address, at.account],
    }),
    at: at.paymaster,
  })
  await sender.call({
    ...{ to: at.paymaster, abi: foyerPaymasterAbi, functionName: 'deposit', args: [] },
    value: parseEther('100'),
  })
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
