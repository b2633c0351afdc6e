import * as v from 'valibot'
import {
  type Address,
  decodeFunctionData,
  domainSeparator,
  encodeFunctionData,
  type Hex,
  parseAbi,
  type TestClient,
  zeroAddress,
} from 'viem'
import { getChainId, readContract } from 'viem/actions'
import {
  permit2Abi,
  uniswapV4LensAbi,
  uniswapV4ManagerAbi,
  uniswapV4PositionsAbi,
  universalRouterAbi,
} from '../abis.ts'
import { devnetAddresses } from '../addresses.ts'
import { packagedBytecode } from './packagedBytecode.ts'
import type { Sender } from './sender.ts'

const build = (name: string, file = name) =>
  packagedBytecode(`@uniswap/v4-periphery/foundry-out/${name}.sol/${file}.json`)

/** Where Foundry's scripts expect the functions that change the chain itself. */
const scriptHost: Address = '0x7109709ECfa91a80626fF3989D68f67F5b1DD12D'
const scriptAbi = parseAbi([
  'function run() returns (address)',
  'function etch(address target, bytes code)',
])

const callTrace = v.object({
  calls: v.tupleWithRest(
    [
      v.object({
        input: v.pipe(
          v.string(),
          v.transform((text) => text as Hex),
        ),
      }),
    ],
    v.unknown(),
  ),
})

/**
 * Puts Permit2 at its public address. Its code is in the script that Permit2 itself uses for that: the script asks
 * Foundry to write it, so it is run here, and its request is carried out.
 */
export async function deployPermit2({ sender, test }: { sender: Sender; test: TestClient }) {
  const to = await sender.deploy({ bytecode: await build('DeployPermit2') })
  // Solidity calls only an address that has code: here one that does nothing.
  await test.setCode({ address: scriptHost, bytecode: '0x00' })
  const data = encodeFunctionData({ abi: scriptAbi, functionName: 'run' })
  const trace: unknown = await test.request({
    method: 'debug_traceCall' as never,
    params: [{ to, data }, 'latest', { tracer: 'callTracer' }] as never,
  })
  await test.setCode({ address: scriptHost, bytecode: '0x' })
  const [{ input }] = v.parse(callTrace, trace).calls
  const { args = [] } = decodeFunctionData({ abi: scriptAbi, data: input })
  const [address, bytecode] = args as readonly [Address, Hex]
  if (address !== devnetAddresses.permit2) throw new Error(`Permit2 would be at ${address}`)
  await test.setCode({ address, bytecode })
  // The code remembers the domain of the place where Permit2's authors ran its constructor: a chain with the same number.
  const chainId = await getChainId(test)
  const right = domainSeparator({
    domain: { name: 'Permit2', chainId, verifyingContract: address },
  })
  const told = await readContract(test, {
    ...{ address, abi: permit2Abi, functionName: 'DOMAIN_SEPARATOR' },
  })
  if (told !== right)
    await test.setCode({
      address,
      bytecode: bytecode.replace(told.slice(2), right.slice(2)) as Hex,
    })
}

/** Deploys Uniswap V4 and the Universal Router. */
export async function deployUniswapV4({ sender }: { sender: Sender }) {
  const at = devnetAddresses
  await sender.deploy({
    bytecode: await build('PoolManager', 'PoolManager.default'),
    ...{ abi: uniswapV4ManagerAbi, args: [at.deployer], at: at.uniswapV4PoolManager },
  })
  await sender.deploy({
    bytecode: await build('PositionManager'),
    abi: uniswapV4PositionsAbi,
    // Without a descriptor, positions have no pictures.
    args: [at.uniswapV4PoolManager, at.permit2, 300_000n, zeroAddress, at.weth],
    at: at.uniswapV4Positions,
  })
  for (const [name, address] of [
    ['V4Quoter', at.uniswapV4Quoter],
    ['StateView', at.uniswapV4StateView],
  ] as const)
    await sender.deploy({
      bytecode: await build(name),
      ...{ abi: uniswapV4LensAbi, args: [at.uniswapV4PoolManager], at: address },
    })
  await sender.deploy({
    bytecode: await packagedBytecode(
      '@uniswap/universal-router/artifacts/contracts/UniversalRouter.sol/UniversalRouter.json',
    ),
    abi: universalRouterAbi,
    args: [
      {
        ...{ permit2: at.permit2, weth9: at.weth },
        ...{ v2Factory: at.uniswapV2Factory, v3Factory: at.uniswapV3Factory },
        ...codeHashes,
        v4PoolManager: at.uniswapV4PoolManager,
        v3NFTPositionManager: at.uniswapV3Positions,
        v4PositionManager: at.uniswapV4Positions,
      },
    ],
    at: at.universalRouter,
  })
}

/** Of the pools' creation code, which their addresses follow from. @source https://docs.uniswap.org/contracts */
const codeHashes = {
  pairInitCodeHash: '0x96e8ac4277198ff8b6f785478aa9a39f403cb768dd02cbee326c3e7da348845f',
  poolInitCodeHash: '0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54',
} as const
