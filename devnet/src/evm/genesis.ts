import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { buildOnce } from './buildOnce.ts'
import { compiledContracts } from './compiledContracts.ts'
import { buildState } from './deploy/buildState.ts'
import { contractFolders } from './deploy/compileContracts.ts'

/** The packages whose code is deployed on the chain. */
function packageFiles(): string[] {
  const require = createRequire(import.meta.url)
  return [
    require.resolve('@foundry-rs/anvil/package.json'),
    require.resolve('solc/package.json'),
    require.resolve('viem/package.json'),
    require.resolve('@account-abstraction/contracts/package.json'),
    require.resolve('@openzeppelin/contracts/package.json'),
    require.resolve('@uniswap/v2-core/package.json'),
    require.resolve('@uniswap/v2-periphery/package.json'),
    require.resolve('@uniswap/v3-core/package.json'),
    require.resolve('@uniswap/v3-periphery/package.json'),
    require.resolve('@uniswap/v4-periphery/package.json'),
    require.resolve('@uniswap/universal-router/package.json'),
    require.resolve('@ensdomains/ens/package.json'),
    require.resolve('@ensdomains/resolver/package.json'),
  ]
}

/** Files outside the `deploy` folder that affect the deployment. */
const facts = ['accounts', 'addresses', 'names', 'nfts', 'tokens']

const listContracts = async (folder: string) =>
  (await readdir(folder)).filter((name) => !name.endsWith('.md')).map((name) => join(folder, name))

/**
 * Computes the deployment's key: a hash over contracts, deployment code, facts and versions.
 *
 * @returns 16 hex digits.
 */
export async function genesisKey(): Promise<string> {
  const extension = import.meta.filename.endsWith('.ts') ? '.ts' : '.js'
  const isCode = (name: string) => name.endsWith(extension) && !name.includes('.test.')
  const deployFolder = join(import.meta.dirname, 'deploy')
  const files = [
    ...(await Promise.all(contractFolders.map(listContracts))).flat(),
    ...(await readdir(deployFolder)).filter(isCode).map((name) => join(deployFolder, name)),
    ...facts.map((name) => join(import.meta.dirname, name + extension)),
    ...packageFiles(),
  ]
  const hash = createHash('sha256')
  for (const file of files.sort()) hash.update(await readFile(file)).update('\0')
  return hash.digest('hex').slice(0, 16)
}

/**
 * Returns the state that a chain starts from; the first call builds it, which takes some seconds.
 *
 * @returns The path of a state file; treat it as read-only.
 */
export async function genesisState({ chainId, cacheFolder, key }: genesisState.Options) {
  return buildOnce(join(cacheFolder, `evm-${chainId}-${key}.json`), async (file) =>
    buildState({ chainId, file, contracts: await compiledContracts({ cacheFolder, key }) }),
  )
}

export declare namespace genesisState {
  type Options = {
    chainId: number
    cacheFolder: string
    /** From {@link genesisKey}. */
    key: string
  }
}
