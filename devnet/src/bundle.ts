import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { devnetFolder } from './devnetFolder.ts'
import { buildOnce } from './evm/buildOnce.ts'

/** Always bundle browser code from the sources, even when this file runs from `dist`. */
const sources = join(import.meta.dirname, '../src')
/** Sources of the pages: their own files, the accounts and tokens, and the decoders of requests. */
const folders = [
  ...['evm', 'mail', 'solana', 'wallet', 'walletconnect'].map((name) => join(sources, name)),
  ...['decode', 'protocol'].map((name) => join(sources, '../../packages', name, 'src')),
]
const packages = ['vite/package.json', 'viem/package.json', '@reown/walletkit', 'valibot']

async function bundleKey(): Promise<string> {
  const lists = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(folder, { recursive: true })
      return names
        .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
        .map((name) => join(folder, name))
    }),
  )
  // Two of them do not export their package.json, so hash their code instead of their version.
  const resolved = packages.map((name) => createRequire(import.meta.url).resolve(name))
  const hash = createHash('sha256')
  for (const file of [...lists.flat().sort(), ...resolved])
    hash.update(await readFile(file)).update('\0')
  return hash.digest('hex').slice(0, 16)
}

/**
 * Bundles an entry for the browser as one classic script.
 *
 * @param entry - the path of its file
 * @param name - the global variable for its exports
 * @throws Error of the bundler
 */
export async function bundleScript(entry: string, name: string): Promise<string> {
  // A cached bundle needs no bundler.
  const { build } = await import('vite')
  const built = await build({
    root: sources,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    resolve: { conditions: ['@foyer/source', 'module', 'browser', 'import', 'default'] },
    // Node's global, which a dependency of the reference client expects.
    define: { global: 'globalThis' },
    build: { write: false, target: 'es2022', lib: { entry, formats: ['iife'], name } },
  })
  const output = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
  const chunk = output.find((each) => each.type === 'chunk')
  if (!chunk) throw new Error(`The bundler returned no code for ${entry}`)
  return chunk.code
}

/**
 * Bundles a script of a page, once per state of the sources.
 *
 * @param entry - its file in `devnet/src`
 * @returns The script: `var foyerDevWallet = …` with the entry's exports.
 * @throws Error of the bundler
 */
export async function bundle(entry: URL): Promise<string> {
  const path = fileURLToPath(entry)
  const stem = relative(sources, path).replace(/\W+/g, '-')
  const file = join(devnetFolder, 'cache', `${stem}-${await bundleKey()}.js`)
  await buildOnce(file, (part) => bundleApart(path, part))
  return readFile(file, 'utf8')
}

/** Bundles in a short-lived process, because the bundler never frees its memory. */
async function bundleApart(entry: string, file: string): Promise<void> {
  const self = import.meta.filename
  await promisify(execFile)(process.execPath, [...process.execArgv, self, entry, file])
}

if (import.meta.main) {
  const [entry = '', file = ''] = process.argv.slice(2)
  await writeFile(file, await bundleScript(entry, 'foyerDevWallet'))
}
