import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** One entry of `packages` in package-lock.json, as far as these scripts read it. */
export type LockEntry = {
  name?: string
  version?: string
  license?: string
  resolved?: string
  integrity?: string
  link?: boolean
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

/** A package-lock.json of version 3: entries by path, `''` for the root. */
export type Lock = { packages: Record<string, LockEntry> }

// Platform names in package names, and npm's names for them.
const systems: Record<string, string> = {
  aix: 'aix',
  android: 'android',
  darwin: 'darwin',
  freebsd: 'freebsd',
  linux: 'linux',
  netbsd: 'netbsd',
  openbsd: 'openbsd',
  openharmony: 'openharmony',
  sunos: 'sunos',
  win: 'win32',
  win32: 'win32',
  windows: 'win32',
}
const processors: Record<string, string> = {
  aarch64: 'arm64',
  amd64: 'x64',
  arm: 'arm',
  arm64: 'arm64',
  ia32: 'ia32',
  loong64: 'loong64',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  wasm32: 'wasm32',
  x64: 'x64',
}
const libraries: Record<string, string> = { gnu: 'glibc', musl: 'musl' }

function platform(name: string): Pick<LockEntry, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[^a-z0-9]+/)
  const find = (table: Record<string, string>) => words.flatMap((word) => table[word] ?? [])
  const [os, cpu, libc] = [find(systems), find(processors), find(libraries)]
  return {
    ...(os.length > 0 && { os }),
    ...(cpu.length > 0 && { cpu }),
    ...(os.includes('linux') && libc.length > 0 && { libc }),
  }
}

/**
 * Resolves a dependency of the package at `path` like Node: in its own folder, then in each parent.
 *
 * @returns The key of the entry, or undefined if the lock has none.
 */
export function resolveEntry(lock: Lock, path: string, name: string): string | undefined {
  for (let folder = path; ; ) {
    const key = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (lock.packages[key]) return key
    if (folder === '') return undefined
    const end = folder.lastIndexOf('/node_modules/')
    if (end >= 0) folder = folder.slice(0, end)
    // A workspace's folder has no parent package, so the root is next.
    else folder = ''
  }
}

/**
 * Completes a lock with the optional platform packages that npm left out, so that `npm ci` accepts it.
 *
 * npm writes no entry for an optional package that it can not read while making the lock, and then rejects that same lock
 * ("Missing: … from lock file"). Platforms that the entries are not for never download them.
 *
 * @returns The completed lock and the added names.
 */
export function patchLock(lock: Lock): { lock: Lock; added: string[] } {
  const packages = { ...lock.packages }
  const added: string[] = []
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (!path.includes('node_modules/')) continue
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      if (resolveEntry({ packages }, path, name)) continue
      // In npm's order of fields, so that its next install changes nothing.
      const { cpu, libc, os } = platform(name)
      packages[`node_modules/${name}`] = {
        version: range.replace(/^[\^~=v]+/, ''),
        ...(cpu && { cpu }),
        ...(entry.dev && { dev: true }),
        ...(libc && { libc }),
        ...(entry.license && { license: entry.license }),
        optional: true,
        ...(os && { os }),
      }
      added.push(`${name}@${range}`)
    }
  }
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
  return { lock: { ...lock, packages: Object.fromEntries(sorted) }, added }
}

/** A package that a registry has, without a checksum in the lock. */
export function listUnverified(lock: Lock): { path: string; name: string; version: string }[] {
  return Object.entries(lock.packages).flatMap(
    ([path, { integrity, link, name, version = '' }]) => {
      const isDownloaded = path.includes('node_modules/') && !link
      if (!isDownloaded || integrity !== undefined) return []
      return [{ path, name: name ?? path.slice(path.lastIndexOf('node_modules/') + 13), version }]
    },
  )
}

/**
 * Adds the checksums that a lock lacks.
 *
 * @param read - returns the checksum of a package; undefined if the registry does not have it
 * @returns the lock, and the packages that the registry does not have
 */
export function completeIntegrity(
  lock: Lock,
  read: (spec: string) => string | undefined,
): { lock: Lock; unknown: string[] } {
  const packages = { ...lock.packages }
  const unknown: string[] = []
  for (const { name, path, version } of listUnverified(lock)) {
    const integrity = read(`${name}@${version}`)
    if (integrity === undefined) unknown.push(`${name}@${version}`)
    // In npm's order of fields, so that its next install changes nothing.
    else {
      const { cpu, version: exact, ...rest } = packages[path]!
      packages[path] = { version: exact!, ...(cpu && { cpu }), integrity, ...rest }
    }
  }
  return { lock: { ...lock, packages }, unknown }
}

/** Reads a package's metadata through npm, which knows the registry's URL and login. */
function readIntegrity(spec: string): string | undefined {
  const args = ['view', spec, 'dist.integrity', '--loglevel=error']
  const npm = spawnSync('npm', args, { encoding: 'utf8', shell: process.platform === 'win32' })
  return /^sha512-\S+$/m.exec(npm.stdout ?? '')?.[0]
}

if (import.meta.main) {
  const path = join(import.meta.dirname, '../package-lock.json')
  const { added, lock } = patchLock(JSON.parse(readFileSync(path, 'utf8')) as Lock)
  const complete = completeIntegrity(lock, readIntegrity)
  writeFileSync(path, `${JSON.stringify(complete.lock, null, 2)}\n`)
  console.log(added.length > 0 ? `added ${added.join(', ')}` : 'no package is missing')
  if (complete.unknown.length > 0)
    console.log(
      `without a checksum, since this registry has not got them: ${complete.unknown.join(', ')}`,
    )
}
