import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { devnetFolder } from '../devnetFolder.ts'
import { buildOnce } from '../evm/buildOnce.ts'

/** What runs in the browser: always built from the sources, also when this file is in `dist`. */
const entries = {
  install: new URL('../../src/wallet/page/install.ts', import.meta.url),
  installHostile: new URL('../../src/wallet/hostile/installHostile.ts', import.meta.url),
  approve: new URL('../../src/wallet/approve/main.ts', import.meta.url),
}
const sources = join(import.meta.dirname, '../../src/wallet')
/** What they take from the devnet's other parts. */
const facts = ['evm/accounts.ts', 'solana/solanaAccounts.ts', 'solana/solanaTokens.ts'].map(
  (name) => join(sources, '..', name),
)

/** What the bundles are made of. */
async function bundleKey(): Promise<string> {
  const names = await readdir(sources, { recursive: true })
  const files = names
    .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
    .map((name) => join(sources, name))
  // valibot does not export its package.json: its code stands for its version.
  const packages = ['vite/package.json', 'viem/package.json', 'valibot'].map((name) =>
    createRequire(import.meta.url).resolve(name),
  )
  const hash = createHash('sha256')
  for (const file of [...files.sort(), ...facts, ...packages])
    hash.update(await readFile(file)).update('\0')
  return hash.digest('hex').slice(0, 16)
}

/**
 * Bundles an entry for the browser as one classic script, once for each state of the sources.
 *
 * @returns The script: `var foyerDevWallet = …` with the entry's exports.
 * @throws Error of the bundler.
 */
export async function bundle(
  name: keyof typeof entries,
  cacheFolder = join(devnetFolder, 'cache'),
) {
  const file = join(cacheFolder, `wallet-${name}-${await bundleKey()}.js`)
  await buildOnce(file, async (path) => {
    const built = await build({
      root: sources,
      configFile: false,
      publicDir: false,
      logLevel: 'error',
      build: {
        write: false,
        target: 'es2022',
        lib: { entry: fileURLToPath(entries[name]), formats: ['iife'], name: 'foyerDevWallet' },
      },
    })
    const output = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
    const chunk = output.find((each) => each.type === 'chunk')
    if (!chunk) throw new Error(`The bundler made nothing of ${name}`)
    await writeFile(path, chunk.code)
  })
  return readFile(file, 'utf8')
}
