import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as v from 'valibot'
import type { Hex } from 'viem'

const hexSchema = v.pipe(
  v.string(),
  v.transform((text) => (text.startsWith('0x') ? text : `0x${text}`)),
  v.regex(/^0x([0-9a-f]{2})+$/),
  v.transform((text) => text as Hex),
)

/** Hardhat writes the bytecode itself, Foundry an object that holds it. */
const buildSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ bytecode: v.union([hexSchema, v.object({ object: hexSchema })]) }),
)

/**
 * Reads the creation bytecode that an npm package ships as a build file (Uniswap, ENS).
 *
 * @param path The JSON file, starting with the package's name.
 */
export async function packagedBytecode(path: string): Promise<Hex> {
  const file = createRequire(import.meta.url).resolve(path)
  const { bytecode } = v.parse(buildSchema, await readFile(file, 'utf8'))
  return typeof bytecode === 'string' ? bytecode : bytecode.object
}

/** Multicall3 as on public chains; its creation bytecode is in an internal file of viem. */
export async function multicall3Bytecode(): Promise<Hex> {
  const folder = dirname(createRequire(import.meta.url).resolve('viem/package.json'))
  const module: unknown = await import(
    pathToFileURL(join(folder, '_esm/constants/contracts.js')).href
  )
  return v.parse(v.object({ multicall3Bytecode: hexSchema }), module).multicall3Bytecode
}
