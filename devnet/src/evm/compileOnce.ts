import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Hex } from 'viem'
import { devnetFolder } from '../devnetFolder.ts'
import { buildOnce } from './buildOnce.ts'
import { compileContracts } from './deploy/compileContracts.ts'
import { genesisKey } from './genesis.ts'

/**
 * Returns the creation bytecode of a contract in the `contracts` folder; the first call compiles it, which takes seconds.
 *
 * @param name Name of the file and of the contract in it.
 */
export async function compileOnce(name: string): Promise<Hex> {
  const file = join(devnetFolder, 'cache', `contract-${name}-${await genesisKey()}.hex`)
  const built = await buildOnce(file, async (path) =>
    writeFile(path, (await compileContracts([name]))[name]!),
  )
  return (await readFile(built, 'utf8')) as Hex
}
