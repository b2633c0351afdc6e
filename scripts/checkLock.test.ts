import { expect, test } from 'vitest'
import { checkLockText, checkReleaseAge } from './checkLock.ts'
import { completeIntegrity, listUnverified, patchLock } from './patchLock.ts'

// Split, so that this file contains no registry URL itself.
const host = ['https://registry', 'example.org'].join('.')

const none: ReadonlySet<string> = new Set()
const lock = (packages: object) => JSON.stringify({ lockfileVersion: 3, packages })

test('accepts a lock without URLs, including links between workspaces', () => {
  const packages = {
    '': { name: 'foyer' },
    'node_modules/@foyer/core': { resolved: 'packages/core', link: true },
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-x' },
  }
  expect(checkLockText(lock(packages), none)).toEqual([])
})

test('rejects a registry URL in the lock', () => {
  const packages = {
    'node_modules/a': {
      version: '1.0.0',
      integrity: 'sha512-x',
      resolved: `${host}/a/-/a-1.0.0.tgz`,
    },
  }
  expect(checkLockText(lock(packages), none)).toEqual([
    'package-lock.json: node_modules/a names the address it was downloaded from',
  ])
})

test('rejects a registry URL anywhere else in the lock', () => {
  const packages = {
    'node_modules/a': {
      integrity: 'sha512-x',
      dependencies: { b: `${host}/b/-/b-1.0.0.tgz` },
    },
  }
  expect(checkLockText(lock(packages), none)).toHaveLength(1)
})

const incomplete = {
  packages: {
    'node_modules/tool': {
      version: '1.7.1',
      integrity: 'sha512-x',
      license: 'MIT',
      dev: true,
      optionalDependencies: {
        '@tool/linux-x64-gnu': '1.7.1',
        '@tool/linux-x64-musl': '1.7.1',
        '@tool/darwin-arm64': '^1.7.1',
        '@tool/win32-amd64': '1.7.1',
      },
    },
    'node_modules/@tool/linux-x64-gnu': {
      version: '1.7.1',
      integrity: 'sha512-x',
      optional: true,
    },
  },
}

test('rejects a lock without packages for other platforms', () => {
  expect(checkLockText(JSON.stringify(incomplete), none)).toEqual([
    'package-lock.json: 3 packages of other platforms are missing (@tool/linux-x64-musl@1.7.1, …): run npm run lock',
  ])
})

test('completes a lock: adds each platform by its name, never this one', () => {
  const { added, lock: patched } = patchLock(incomplete)
  expect(added).toHaveLength(3)
  expect(patched.packages).toMatchObject({
    'node_modules/@tool/darwin-arm64': {
      version: '1.7.1',
      license: 'MIT',
      dev: true,
      optional: true,
      os: ['darwin'],
      cpu: ['arm64'],
    },
    'node_modules/@tool/linux-x64-musl': { os: ['linux'], cpu: ['x64'], libc: ['musl'] },
    'node_modules/@tool/win32-amd64': { os: ['win32'], cpu: ['x64'] },
  })
  expect(Object.keys(patched.packages)).toEqual(Object.keys(patched.packages).toSorted())
  expect(patchLock(patched).added).toEqual([])
})

test('[T107] rejects a package without a checksum', () => {
  const foreign = { version: '2.0.0', optional: true, os: ['darwin'] }
  const packages = {
    'node_modules/a': { version: '1.0.0' },
    'node_modules/a/node_modules/@b/c': foreign,
    'packages/core': { version: '0.1.0' },
  }
  const problem = (path: string) => `package-lock.json: ${path} has no integrity: run npm run lock`
  const all = [problem('node_modules/a'), problem('node_modules/a/node_modules/@b/c')]
  expect(checkLockText(lock(packages), none)).toEqual(all)
  // A known package that is never downloaded on this platform.
  expect(checkLockText(lock(packages), new Set(['@b/c@2.0.0', 'a@1.0.0']))).toEqual([all[0]])
  expect(checkLockText(lock({}), new Set(['@b/c@2.0.0']))).toEqual([
    'scripts/unverifiedPackages.ts: @b/c@2.0.0 has its checksum, or is gone: take it out',
  ])
})

test('[T107] rejects npm settings that install new versions at once', () => {
  expect(checkReleaseAge('fund=false\nmin-release-age=7\n')).toEqual([])
  for (const npmrc of ['', 'min-release-age=6\n', '# min-release-age=7\n'])
    expect(checkReleaseAge(npmrc)).toEqual(['.npmrc: set min-release-age=7 or more'])
})

test('adds the checksums that the registry has, and names the missing ones', () => {
  const packages = {
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b': { version: '2.0.0' },
  }
  const { lock: complete, unknown } = completeIntegrity({ packages }, (spec) =>
    spec === 'a@1.0.0' ? 'sha512-a' : undefined,
  )
  expect(complete.packages['node_modules/a']).toEqual({ version: '1.0.0', integrity: 'sha512-a' })
  expect(unknown).toEqual(['b@2.0.0'])
  expect(listUnverified(complete).map(({ name }) => name)).toEqual(['b'])
})
