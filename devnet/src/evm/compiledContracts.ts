import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Hex } from 'viem'
import { buildOnce } from './buildOnce.ts'
import { compileContracts, contractsFolder, sourceOf } from './deploy/compileContracts.ts'
import { type DeployedBytecodes, deployedContracts } from './deploy/deployContracts.ts'

/** The bytecode in git, so that a first start needs no compiler; `node devnet/src/evm/compiledContracts.ts` writes it. */
const keptFile = join(contractsFolder, 'compiled.json')

const keptSchema = v.object({
  /** Of the sources it was compiled from. */
  key: v.string(),
  contracts: v.record(v.string(), v.string()),
})

/**
 * Returns the bytecode of what the chains deploy: from git, or compiled if a source has changed since. Chains that start
 * together share one compilation.
 */
export async function compiledContracts({
  cacheFolder,
  key,
}: {
  cacheFolder: string
  key: string
}): Promise<DeployedBytecodes> {
  const kept = v.parse(keptSchema, JSON.parse(await readFile(keptFile, 'utf8')))
  if (kept.key === (await sourcesKey())) return kept.contracts as DeployedBytecodes
  const built = await buildOnce(join(cacheFolder, `contracts-${key}.json`), async (file) =>
    writeFile(file, JSON.stringify(await compileContracts(deployedContracts))),
  )
  return JSON.parse(await readFile(built, 'utf8')) as DeployedBytecodes
}

async function sourcesKey(): Promise<string> {
  const require = createRequire(import.meta.url)
  const files = [
    ...deployedContracts.map(sourceOf),
    require.resolve('solc/package.json'),
    require.resolve('@openzeppelin/contracts/package.json'),
  ]
  const hash = createHash('sha256')
  for (const file of files) hash.update(await readFile(file)).update('\0')
  return hash.digest('hex').slice(0, 16)
}

/** Compiles what the chains deploy, as it stands in git. */
export async function compileKept(): Promise<string> {
  const contracts: Record<string, Hex> = await compileContracts(deployedContracts)
  return `${JSON.stringify({ key: await sourcesKey(), contracts }, undefined, 2)}\n`
}

if (import.meta.main) await writeFile(keptFile, await compileKept())
