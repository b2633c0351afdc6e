import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import * as v from 'valibot'
import { type Hex, isHex } from 'viem'

/** The folder with the devnet's own Solidity sources. */
export const contractsFolder = join(import.meta.dirname, '../../../contracts')
/** The folder with the contracts of the product. */
const productFolder = join(import.meta.dirname, '../../../../contracts')

/** The folders whose sources the chains run. */
export const contractFolders = [contractsFolder, productFolder] as const

/** The source of a contract, in either folder. */
export function sourceOf(name: string): string {
  const own = join(contractsFolder, fileOf(name))
  return existsSync(own) ? own : join(productFolder, fileOf(name))
}

const outputSchema = v.object({
  errors: v.optional(v.array(v.object({ severity: v.string(), formattedMessage: v.string() })), []),
  contracts: v.optional(
    v.record(
      v.string(),
      v.record(
        v.string(),
        v.object({ evm: v.object({ bytecode: v.object({ object: v.string() }) }) }),
      ),
    ),
    {},
  ),
})

/**
 * Compiles contracts of both folders with the npm solc, in one separate process (the
 * compiler takes 280 MB and blocks its thread for seconds). The same sources give the same bytecode.
 *
 * @param names Each is the name of a file and of the contract in it.
 * @returns The creation bytecode by name.
 * @throws Error with the compiler's messages.
 */
export async function compileContracts<Name extends string>(
  names: readonly Name[],
): Promise<Record<Name, Hex>> {
  const require = createRequire(import.meta.url)
  const read = async (name: Name) =>
    [fileOf(name), { content: await readFile(sourceOf(name), 'utf8') }] as const
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(await Promise.all(names.map(read))),
    settings: {
      evmVersion: 'cancun',
      optimizer: { enabled: true, runs: 200 },
      metadata: { bytecodeHash: 'none' },
      outputSelection: Object.fromEntries(
        names.map((name) => [fileOf(name), { [name]: ['evm.bytecode.object'] }]),
      ),
    },
  }
  const packages = join(dirname(require.resolve('@openzeppelin/contracts/package.json')), '../..')
  const solc = join(dirname(require.resolve('solc/package.json')), 'solc.js')
  const child = spawn(
    process.execPath,
    [solc, '--standard-json', '--base-path', contractsFolder, '--include-path', packages],
    { stdio: ['pipe', 'pipe', 'pipe'] },
  )
  child.stdin.end(JSON.stringify(input))
  const [printed, complaint] = await Promise.all([text(child.stdout), text(child.stderr)])
  // The program prints a greeting before its JSON if it detects a terminal.
  const json = printed.slice(printed.indexOf('{'))
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), outputSchema), json)
  if (!parsed.success) throw new Error(`solc gave no JSON: ${complaint || printed}`)
  const errors = parsed.output.errors.filter((entry) => entry.severity === 'error')
  const said = errors.map((entry) => entry.formattedMessage).join('\n')
  const bytecodeOf = (name: Name): Hex => {
    const code = parsed.output.contracts[fileOf(name)]?.[name]?.evm.bytecode.object
    const bytecode = `0x${code ?? ''}`
    if (said || bytecode === '0x' || !isHex(bytecode))
      throw new Error(`solc could not compile ${fileOf(name)}: ${said || 'it gave no bytecode'}`)
    return bytecode
  }
  return Object.fromEntries(names.map((name) => [name, bytecodeOf(name)])) as Record<Name, Hex>
}

const fileOf = (name: string) => `${name}.sol`
