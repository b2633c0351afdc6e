import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import * as v from 'valibot'
import { type Hex, isHex } from 'viem'

/** The folder with our own Solidity sources. */
export const contractsFolder = join(import.meta.dirname, '../../../contracts')

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
 * Compiles a contract of the `contracts` folder with the npm solc, in a separate process (the
 * compiler takes 280 MB and blocks its thread for seconds). The same sources give the same bytecode.
 *
 * @param name Name of the file and of the contract in it.
 * @returns The creation bytecode.
 * @throws Error with the compiler's messages.
 */
export async function compileContract(name: string): Promise<Hex> {
  const require = createRequire(import.meta.url)
  const file = `${name}.sol`
  const input = {
    language: 'Solidity',
    sources: { [file]: { content: await readFile(join(contractsFolder, file), 'utf8') } },
    settings: {
      evmVersion: 'cancun',
      optimizer: { enabled: true, runs: 200 },
      metadata: { bytecodeHash: 'none' },
      outputSelection: { [file]: { [name]: ['evm.bytecode.object'] } },
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
  if (!parsed.success) throw new Error(`solc gave no JSON for ${file}: ${complaint || printed}`)
  const errors = parsed.output.errors.filter((entry) => entry.severity === 'error')
  const bytecode = `0x${parsed.output.contracts[file]?.[name]?.evm.bytecode.object ?? ''}`
  if (errors.length > 0 || bytecode === '0x' || !isHex(bytecode)) {
    const said = errors.map((entry) => entry.formattedMessage).join('\n')
    throw new Error(`solc could not compile ${file}: ${said || 'it gave no bytecode'}`)
  }
  return bytecode
}
