import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { devnetFolder } from '../devnetFolder.ts'
import { buildOnce } from '../evm/buildOnce.ts'

/** What runs in the browser: always built from the sources, also when this file is in `dist`. */
const entry = new URL('../../src/walletconnect/page/main.ts', import.meta.url)
const sources = join(import.meta.dirname, '../../src')
/** What the page is made of: its own files, the screens it shares, the accounts and tokens. */
const folders = ['walletconnect', 'wallet', 'evm', 'solana']
const packages = ['vite/package.json', 'viem/package.json', '@reown/walletkit', 'valibot']

async function bundleKey(): Promise<string> {
  const lists = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(join(sources, folder), { recursive: true })
      return names
        .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
        .map((name) => join(sources, folder, name))
    }),
  )
  // Two of them do not export their package.json: their code stands for their version.
  const resolved = packages.map((name) => createRequire(import.meta.url).resolve(name))
  const hash = createHash('sha256')
  for (const file of [...lists.flat().sort(), ...resolved])
    hash.update(await readFile(file)).update('\0')
  return hash.digest('hex').slice(0, 16)
}

/**
 * Bundles the phone wallet's page as one script, once for each state of the sources.
 *
 * @throws Error of the bundler.
 */
export async function bundlePhone(cacheFolder = join(devnetFolder, 'cache')): Promise<string> {
  const file = join(cacheFolder, `phone-wallet-${await bundleKey()}.js`)
  await buildOnce(file, async (path) => {
    const built = await build({
      root: join(sources, 'walletconnect'),
      configFile: false,
      publicDir: false,
      logLevel: 'error',
      // Node's global, which a dependency of the reference client looks for.
      define: { global: 'globalThis' },
      build: {
        write: false,
        target: 'es2022',
        lib: {
          entry: fileURLToPath(entry),
          formats: ['iife'],
          name: 'foyerPhoneWallet',
        },
      },
    })
    const output = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
    const chunk = output.find((each) => each.type === 'chunk')
    if (!chunk) throw new Error('The bundler made nothing of the phone wallet.')
    await writeFile(path, chunk.code)
  })
  return readFile(file, 'utf8')
}
