import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Maps Node's architecture names to those of anvil's packages. */
const architectures: Partial<Record<NodeJS.Architecture, string>> = { x64: 'amd64', arm64: 'arm64' }

/**
 * Finds anvil's binary in the npm package for this platform; needs no install script.
 *
 * @returns The absolute path of the program.
 * @throws Error that names the package and the fix if it is not installed.
 */
export function anvilBinary(): string {
  const platform = `${process.platform}-${architectures[process.arch] ?? process.arch}`
  const name = `@foundry-rs/anvil-${platform}`
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
    const path = join(folder, 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil')
    if (existsSync(path)) return path
    throw new Error(`${path} does not exist`)
  } catch (cause) {
    throw new Error(
      `The local EVM chain needs the package ${name}, which is not installed. ` +
        'Run "npm ci" (without --omit=optional); when the platform has no such package, ' +
        'start the devnet on linux x64/arm64, macOS or Windows x64.',
      { cause },
    )
  }
}
