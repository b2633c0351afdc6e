/**
 * `npm run consumer`: packs the packages and installs them in an outside project. It installs a Vite site and a Node script
 * from the packed files with npm and with pnpm, with the oldest and the newest allowed viem, checks the types, builds the
 * site, and runs the script, which reads a balance from a chain. Run `npm run build` first.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { devnetAccounts, foyerDevnet, startEvm } from '@foyer/devnet'
import { listPublished } from './listPublished.ts'
import { runCommand } from './runCommand.ts'

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'foyer-consumer-'))
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Manifest
type Manifest = {
  name: string
  peerDependencies?: Record<string, string>
  devDependencies: Record<string, string>
}

/** Runs one step; the first failure ends the run with its output. */
async function step(name: string, command: string, args: readonly string[], cwd = folder) {
  const startedAt = Date.now()
  const { code, output } = await runCommand(command, args, { root, cwd })
  if (code !== 0) throw new Error(`${name} failed\n${output}`)
  console.log(`ok     ${name.padEnd(36)} ${((Date.now() - startedAt) / 1000).toFixed(1)} s`)
  return output
}

/** The packed files by package name, in the form of dependencies. */
async function pack(): Promise<Record<string, string>> {
  const packed: Record<string, string> = {}
  for (const path of listPublished(root)) {
    const args = ['pack', '--silent', '--pack-destination', folder]
    const file = (await step(`pack ${path}`, 'npm', args, join(root, path)))
      .trim()
      .split('\n')
      .at(-1)
    packed[read(join(root, path, 'package.json')).name] = `file:${join(folder, file ?? '')}`
  }
  return packed
}

const { devDependencies } = read(join(root, 'package.json'))
const { devDependencies: uiTools } = read(join(root, 'packages/ui/package.json'))
const evm = read(join(root, 'packages/evm/package.json'))
const solana = read(join(root, 'packages/solana/package.json'))
const newestViem = evm.devDependencies.viem ?? ''
const oldestViem = (evm.peerDependencies?.viem ?? '').replace('^', '')

const setups = [
  {
    name: 'npm, newest viem',
    viem: newestViem,
    command: 'npm',
    install: ['install', '--no-package-lock'],
  },
  {
    name: 'npm, oldest viem',
    viem: oldestViem,
    command: 'npm',
    install: ['install', '--no-package-lock'],
  },
  {
    name: 'pnpm, newest viem',
    viem: newestViem,
    command: 'npx',
    install: ['--yes', 'pnpm@10.30.0', 'install', '--no-frozen-lockfile', '--ignore-scripts'],
  },
] as const

const packed = await pack()
const chain = await startEvm({ chainId: foyerDevnet.id, port: 0 })
try {
  for (const { command, install, name, viem } of setups) {
    const site = join(folder, name.replace(/\W+/g, '-'))
    mkdirSync(site)
    cpSync(join(root, 'scripts/consumer'), site, { recursive: true })
    // The packages are in no registry yet, so dependencies between them must also use the packed files.
    const manifest = {
      name: 'consumer',
      private: true,
      type: 'module',
      dependencies: {
        ...packed,
        ...{ viem, '@solana/kit': solana.devDependencies['@solana/kit'] },
        ...{ react: uiTools.react, 'react-dom': uiTools['react-dom'] },
      },
      devDependencies: Object.fromEntries(
        ['@types/node', '@types/react', '@types/react-dom', 'typescript', 'vite'].map((tool) => [
          tool,
          devDependencies[tool],
        ]),
      ),
      overrides: packed,
      pnpm: { overrides: packed },
    }
    writeFileSync(join(site, 'package.json'), JSON.stringify(manifest, undefined, 2))
    await step(`${name}: install`, command, install, site)
    await step(`${name}: types`, join(site, 'node_modules/.bin/tsc'), ['-p', '.'], site)
    await step(`${name}: build`, join(site, 'node_modules/.bin/vite'), ['build'], site)
    const address = devnetAccounts[0]?.address ?? ''
    const said = await step(
      `${name}: script`,
      process.execPath,
      ['script.ts', chain.url, address],
      site,
    )
    if (!/^\d{19,} not-connected$/m.test(said)) throw new Error(`the script printed: ${said}`)
  }
} finally {
  await chain.stop()
  rmSync(folder, { recursive: true, force: true })
}
