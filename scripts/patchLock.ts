import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** One entry of `packages` in package-lock.json, as far as the scripts here read it. */
export type LockEntry = {
  name?: string
  version?: string
  license?: string
  resolved?: string
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

// Words in the names of platform packages, and what npm calls them.
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
 * Where a package at `path` finds a dependency, as Node looks for it: beside itself, then up the folders.
 *
 * @returns The key of the entry, or undefined when the lock has none.
 */
export function resolveEntry(lock: Lock, path: string, name: string): string | undefined {
  for (let folder = path; ; ) {
    const key = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (lock.packages[key]) return key
    if (folder === '') return undefined
    const end = folder.lastIndexOf('/node_modules/')
    if (end >= 0) folder = folder.slice(0, end)
    // A workspace's own folder has no parent package: the root is next.
    else folder = ''
  }
}

/**
 * Completes a lock with the optional platform packages that npm left out, so that `npm ci` accepts it.
 *
 * npm writes no entry for an optional package it cannot read when it makes the lock, and then refuses that
 * same lock ("Missing: … from lock file"). The entries are never downloaded on the platforms they are not for.
 *
 * @returns The completed lock and the names that were added.
 */
export function patchLock(lock: Lock): { lock: Lock; added: string[] } {
  const packages = { ...lock.packages }
  const added: string[] = []
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (!path.includes('node_modules/')) continue
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      if (resolveEntry({ packages }, path, name)) continue
      // In npm's own order of fields, so that its next install changes nothing.
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

if (import.meta.main) {
  const path = join(import.meta.dirname, '../package-lock.json')
  const { lock, added } = patchLock(JSON.parse(readFileSync(path, 'utf8')) as Lock)
  if (added.length > 0) writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(added.length > 0 ? `added ${added.join(', ')}` : 'the lock is complete')
}
