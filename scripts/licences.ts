import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Lock, resolveEntry } from './patchLock.ts'

/** Licences allowed in code that a site or an operator runs. */
const shippable = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

/** Also allowed in tools that build, check and test, and in their data. */
const forTools = new Set([...shippable, 'CC-BY-3.0', 'CC-BY-4.0', 'MPL-2.0'])

/** Packages allowed only for the local chains: contracts that public chains already have, and their dependencies. */
const devnetOnly = new Map<string, string>([
  ['@ensdomains/resolver', 'BSD-2-Clause by its LICENSE file; package.json says nothing'],
  ['@uniswap/lib', 'GPL-3.0 contracts of the local exchange'],
  ['@uniswap/universal-router', 'GPL-3.0 contract of the local exchange'],
  ['@uniswap/v2-core', 'GPL-3.0 contracts of the local exchange'],
  ['@uniswap/v2-periphery', 'GPL-3.0 contracts of the local exchange'],
  [
    '@uniswap/v3-core',
    'contracts of the local exchange; GPL-2.0 since 2023-04-01, before BUSL-1.1',
  ],
  ['@uniswap/v3-periphery', 'GPL-2.0 contracts of the local exchange'],
  ['eyes', 'MIT by its LICENSE file; package.json says nothing'],
  ['memorystream', 'MIT by its LICENSE file; package.json gives only an address'],
  ['rpc-websockets', 'LGPL-3.0, of @solana/web3.js, a client that the local Solana is tested with'],
  ['testrpc', 'an empty package that @ensdomains/ens names; nothing loads it'],
  ['text-encoding-utf-8', 'public domain by its LICENSE.md; package.json says nothing'],
])

/** Later versions forbid self-hosting. These are Apache-2.0, and allowed as test peers. */
const restricted = /^@(walletconnect|reown)\//
const testPeers = new Set([
  '@walletconnect/sign-client@2.21.8',
  '@walletconnect/sign-client@2.17.1',
  '@reown/walletkit@1.2.10',
])

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 13)

/** `MIT OR GPL-3.0` offers a choice; with `MIT AND ISC` both apply. */
function allows(allowed: Set<string>, licence: string): boolean {
  const text = licence.replace(/[()]/g, '')
  return text
    .split(/\s+OR\s+/)
    .some((choice) => choice.split(/\s+AND\s+/).every((id) => allowed.has(id.trim())))
}

/** Paths of all installed packages that `roots` need, without development dependencies. */
function closure(lock: Lock, roots: string[]): Set<string> {
  const seen = new Set<string>()
  const queue = [...roots]
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    const entry = lock.packages[path]
    if (!entry || seen.has(path)) continue
    seen.add(path)
    if (entry.link && entry.resolved) {
      queue.push(entry.resolved)
      continue
    }
    const names = Object.keys({
      ...entry.dependencies,
      ...entry.optionalDependencies,
      ...entry.peerDependencies,
    })
    for (const name of names) {
      const found = resolveEntry(lock, path, name)
      const optionalPeer = entry.peerDependenciesMeta?.[name]?.optional
      if (found && !optionalPeer) queue.push(found)
    }
  }
  return seen
}

/**
 * Checks the licence of every package in a lock: shipped packages must be permissive, tools may use a few more licences.
 *
 * @param readInstalled - Reads the licence from an installed package, if the lock has none.
 * @returns A problem for each package that is not allowed.
 * @source house rules, "Never a dependency"
 */
export function checkLicences(
  lock: Lock,
  readInstalled: (path: string) => string | undefined,
): string[] {
  const paths = Object.keys(lock.packages)
  const shipped = closure(
    lock,
    paths.filter((path) => /^(packages|apps)\/[^/]+$/.test(path)),
  )
  const peers = closure(
    lock,
    paths.filter((path) => {
      const { name = nameOf(path), version } = lock.packages[path] ?? {}
      return testPeers.has(`${name}@${version}`)
    }),
  )
  return paths.flatMap((path) => {
    const entry = lock.packages[path]
    if (!entry || entry.link || !path.includes('node_modules/')) return []
    const name = entry.name ?? nameOf(path)
    const ships = shipped.has(path)
    const licence = entry.license ?? readInstalled(path) ?? 'none stated'
    const what = `${name}@${entry.version} (${path})`
    if (restricted.test(name) && (ships || !peers.has(path)))
      return [`${what}: refused, but for the test peers in scripts/licences.ts`]
    if (allows(ships ? shippable : forTools, licence)) return []
    if (!ships && devnetOnly.has(name)) return []
    return [`${what}: licence ${licence}${ships ? ', and it ships' : ''}`]
  })
}

/** Reads the licence in an installed package's `package.json`; older ones list several to choose from. */
export function readInstalledLicence(root: string, path: string): string | undefined {
  const file = join(root, path, 'package.json')
  if (!existsSync(file)) return undefined
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as {
    license?: string | { type?: string }
    licenses?: { type?: string }[]
  }
  if (typeof manifest.license === 'string') return manifest.license
  const types = [manifest.license, ...(manifest.licenses ?? [])].flatMap((item) => item?.type ?? [])
  return types.length > 0 ? types.join(' OR ') : undefined
}
