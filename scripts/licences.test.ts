import { expect, test } from 'vitest'
import { checkLicences } from './licences.ts'
import type { Lock, LockEntry } from './patchLock.ts'

/** A lock with one published package, one app and the devnet, each with its dependencies. */
function lockWith(packages: Record<string, LockEntry>, uses: Record<string, string[]>): Lock {
  const workspace = (folder: string): LockEntry => ({
    version: '0.1.0',
    dependencies: Object.fromEntries((uses[folder] ?? []).map((name) => [name, '1.0.0'])),
  })
  return {
    packages: {
      'packages/core': workspace('packages/core'),
      'apps/api': workspace('apps/api'),
      devnet: workspace('devnet'),
      'node_modules/@foyer/core': { resolved: 'packages/core', link: true },
      ...packages,
    },
  }
}

const none = () => undefined
const mit = { version: '1.0.0', license: 'MIT' }

test('accepts permissive licences, including a choice with one of them', () => {
  const lock = lockWith(
    {
      'node_modules/a': mit,
      'node_modules/b': { version: '1.0.0', license: '(MIT OR GPL-3.0-only)' },
      'node_modules/c': { version: '1.0.0', license: 'Apache-2.0 AND BSD-3-Clause' },
    },
    { 'packages/core': ['a', 'b', 'c'] },
  )
  expect(checkLicences(lock, none)).toEqual([])
})

test.each([
  'GPL-3.0-only',
  'AGPL-3.0-or-later',
  'SSPL-1.0',
  'BUSL-1.1',
  'UNLICENSED',
  'MIT AND GPL-2.0',
])('rejects %s, shipped or not', (license) => {
  const packages = { 'node_modules/bad': { version: '1.0.0', license } }
  expect(checkLicences(lockWith(packages, { 'apps/api': ['bad'] }), none)).toEqual([
    `bad@1.0.0 (node_modules/bad): licence ${license}, and it ships`,
  ])
  expect(checkLicences(lockWith(packages, { devnet: ['bad'] }), none)).toHaveLength(1)
})

test('rejects a missing licence, unless the installed package states one', () => {
  const lock = lockWith({ 'node_modules/quiet': { version: '1.0.0' } }, { 'apps/api': ['quiet'] })
  expect(checkLicences(lock, none)).toHaveLength(1)
  expect(checkLicences(lock, () => 'ISC')).toEqual([])
})

test('rejects a tools-only licence in a shipped package, at any depth', () => {
  const packages = {
    'node_modules/outer': { ...mit, dependencies: { inner: '^1.0.0' } },
    'node_modules/outer/node_modules/inner': { version: '1.0.0', license: 'MPL-2.0' },
  }
  expect(checkLicences(lockWith(packages, { devnet: ['outer'] }), none)).toEqual([])
  expect(checkLicences(lockWith(packages, { 'packages/core': ['outer'] }), none)).toEqual([
    'inner@1.0.0 (node_modules/outer/node_modules/inner): licence MPL-2.0, and it ships',
  ])
})

test('rejects the contracts of the local exchange outside the devnet', () => {
  const packages = {
    'node_modules/@uniswap/v2-core': { version: '1.0.1', license: 'GPL-3.0-or-later' },
  }
  expect(checkLicences(lockWith(packages, { devnet: ['@uniswap/v2-core'] }), none)).toEqual([])
  expect(
    checkLicences(lockWith(packages, { 'apps/api': ['@uniswap/v2-core'] }), none),
  ).toHaveLength(1)
})

const peer = {
  'node_modules/@walletconnect/sign-client': {
    version: '2.21.8',
    license: 'Apache-2.0',
    dependencies: { '@walletconnect/core': '2.21.8' },
  },
  'node_modules/@walletconnect/core': { version: '2.21.8', license: 'Apache-2.0' },
}

test('accepts the two test peers with their trees while nothing ships them', () => {
  expect(checkLicences(lockWith(peer, { devnet: ['@walletconnect/sign-client'] }), none)).toEqual(
    [],
  )
})

test('rejects a test peer that ships, whatever its licence', () => {
  const problems = checkLicences(
    lockWith(peer, { 'apps/api': ['@walletconnect/sign-client'] }),
    none,
  )
  expect(problems).toHaveLength(2)
})

test('rejects another version of a test peer, or another package of its makers', () => {
  const later = {
    'node_modules/@walletconnect/sign-client': { version: '2.21.9', license: 'Apache-2.0' },
    'node_modules/@reown/appkit': { version: '1.7.0', license: 'Apache-2.0' },
  }
  expect(checkLicences(lockWith(later, {}), none)).toHaveLength(2)
})
