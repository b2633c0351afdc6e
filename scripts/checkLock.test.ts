import { expect, test } from 'vitest'
import { checkLockText } from './checkLock.ts'
import { patchLock } from './patchLock.ts'

// In parts, so that this file holds no address itself.
const host = ['https://registry', 'example.org'].join('.')

const lock = (packages: object) => JSON.stringify({ lockfileVersion: 3, packages })

test('a lock without addresses passes, links between workspaces included', () => {
  const packages = {
    '': { name: 'foyer' },
    'node_modules/@foyer/core': { resolved: 'packages/core', link: true },
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-x' },
  }
  expect(checkLockText(lock(packages))).toEqual([])
})

test('error: the address of a registry in the lock', () => {
  const packages = { 'node_modules/a': { version: '1.0.0', resolved: `${host}/a/-/a-1.0.0.tgz` } }
  expect(checkLockText(lock(packages))).toEqual([
    'package-lock.json: node_modules/a names the address it was downloaded from',
  ])
})

test('error: the address of a registry elsewhere in the lock', () => {
  const packages = { 'node_modules/a': { dependencies: { b: `${host}/b/-/b-1.0.0.tgz` } } }
  expect(checkLockText(lock(packages))).toHaveLength(1)
})

const incomplete = {
  packages: {
    'node_modules/tool': {
      version: '1.7.1',
      license: 'MIT',
      dev: true,
      optionalDependencies: {
        '@tool/linux-x64-gnu': '1.7.1',
        '@tool/linux-x64-musl': '1.7.1',
        '@tool/darwin-arm64': '^1.7.1',
        '@tool/win32-amd64': '1.7.1',
      },
    },
    'node_modules/@tool/linux-x64-gnu': { version: '1.7.1', optional: true },
  },
}

test('error: a lock that lacks packages of other platforms', () => {
  expect(checkLockText(JSON.stringify(incomplete))).toEqual([
    'package-lock.json: 3 packages of other platforms are missing (@tool/linux-x64-musl@1.7.1, …): run npm run lock',
  ])
})

test('gives a complete lock: each platform by its name, never for this one', () => {
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
