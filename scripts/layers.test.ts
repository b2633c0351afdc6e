import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkDependencies } from './checkDependencies.ts'
import { checkImports } from './checkImports.ts'
import { createTree, type Tree } from './createTree.ts'
import { layers } from './layers.ts'
import { runCommand } from './runCommand.ts'

/** The allowed imports of each row, written by hand, because the table must not verify itself. */
const rows: Record<string, { allowed: string[]; refused: string[] }> = {
  'packages/protocol': {
    allowed: ['valibot'],
    refused: ['@foyer/core', '@foyer/ui', '@foyer/evm', 'react', 'viem', 'node:fs'],
  },
  'packages/core': {
    allowed: ['@foyer/protocol', 'valibot'],
    refused: [
      '@foyer/evm',
      '@foyer/embedded',
      '@foyer/embedded/frame',
      '@foyer/ui',
      '@foyer/ui/react',
      '@foyer/api',
      '@foyer/devnet',
      'react',
      'react/jsx-runtime',
      'react-dom/client',
      'viem',
      'viem/chains',
      'viem/account-abstraction/deep',
      '@solana/kit',
      'node:crypto',
    ],
  },
  'packages/decode': {
    allowed: ['@foyer/protocol', 'valibot', '@noble/hashes/sha3.js'],
    refused: ['@foyer/core', '@foyer/devnet', '@foyer/login', 'react', 'viem', '@solana/kit'],
  },
  'packages/evm': {
    allowed: ['@foyer/core', '@foyer/protocol', 'viem'],
    refused: ['@foyer/solana', '@foyer/ui', '@foyer/wagmi', '@foyer/walletconnect', 'react'],
  },
  'packages/solana': {
    allowed: ['@foyer/core', '@foyer/protocol', '@solana/kit'],
    refused: ['@foyer/evm', '@foyer/ui', 'react'],
  },
  'packages/bitcoin': {
    allowed: ['@foyer/core', '@foyer/protocol'],
    refused: ['@foyer/evm', '@foyer/tron', '@foyer/ui', 'react'],
  },
  'packages/tron': {
    allowed: ['@foyer/core', '@foyer/protocol'],
    refused: ['@foyer/evm', '@foyer/bitcoin', '@foyer/ui', 'react'],
  },
  'packages/polkadot': {
    allowed: ['@foyer/core', '@foyer/protocol'],
    refused: ['@foyer/evm', '@foyer/solana', '@foyer/ui', 'react'],
  },
  'packages/walletconnect': {
    allowed: ['@foyer/core', '@foyer/protocol', '@noble/curves/ed25519'],
    refused: ['@foyer/evm', '@foyer/ui', '@foyer/embedded', 'viem', 'react'],
  },
  'packages/embedded': {
    allowed: ['@foyer/core', '@foyer/protocol', '@scure/bip39'],
    refused: ['@foyer/evm', '@foyer/ui', '@foyer/walletconnect', 'viem', 'react'],
  },
  'packages/siwx': {
    allowed: ['@foyer/core', '@foyer/protocol', '@scure/base', 'valibot'],
    refused: ['@foyer/evm', '@foyer/ui', '@foyer/siwx-server', 'viem', 'react'],
  },
  'packages/siwx-server': {
    allowed: ['@foyer/protocol', '@foyer/siwx/verify', 'valibot'],
    refused: ['@foyer/core', '@foyer/siwx', '@foyer/ui', 'viem', 'react'],
  },
  'packages/wagmi': {
    allowed: ['@foyer/core', '@foyer/evm', '@foyer/protocol', '@wagmi/core'],
    refused: ['@foyer/ui', '@foyer/solana', 'react'],
  },
  'packages/x402': {
    allowed: ['@foyer/core', '@foyer/protocol', 'valibot'],
    refused: ['@foyer/evm', '@foyer/ui', 'react', 'viem'],
  },
  'packages/ui': {
    allowed: ['@foyer/core', '@foyer/decode', '@foyer/protocol', 'react', 'react-dom/client'],
    refused: ['@foyer/evm', '@foyer/walletconnect', '@foyer/embedded', '@foyer/wagmi', 'viem'],
  },
  'packages/server': {
    allowed: ['@foyer/protocol', 'hono', 'node:fs', 'drizzle-orm'],
    refused: ['@foyer/core', '@foyer/ui', '@foyer/vault', 'react', 'viem'],
  },
  'apps/site': {
    allowed: ['@foyer/core', '@foyer/evm', '@foyer/ui', '@foyer/ui/react', '@foyer/wagmi'],
    refused: ['@foyer/api', '@foyer/login', '@foyer/vault', '@foyer/relay', '@foyer/devnet'],
  },
  'apps/login': {
    allowed: [
      '@foyer/decode',
      '@foyer/decode/internal',
      '@foyer/embedded/frame',
      '@foyer/protocol',
      '@foyer/ui/description',
      '@foyer/ui/primitives',
      'viem',
    ],
    refused: ['@foyer/core', '@foyer/embedded', '@foyer/ui', '@foyer/ui/react', '@foyer/api'],
  },
  'apps/vault': {
    allowed: ['@foyer/protocol', '@foyer/server', 'node:fs'],
    refused: ['@foyer/core', '@foyer/embedded', '@foyer/ui', '@foyer/login', 'react'],
  },
  'apps/api': {
    allowed: ['@foyer/protocol', 'hono', 'node:fs', 'viem'],
    refused: ['@foyer/core', '@foyer/ui', '@foyer/evm', '@foyer/relay', 'react'],
  },
  'apps/sponsor': {
    allowed: ['@foyer/protocol', '@foyer/server', 'node:fs', 'viem'],
    refused: ['@foyer/core', '@foyer/ui', '@foyer/api', '@foyer/login', 'react'],
  },
  'apps/relay': {
    allowed: ['@foyer/protocol', 'node:fs'],
    refused: ['@foyer/core', '@foyer/ui', '@foyer/api', 'react', 'viem'],
  },
  devnet: {
    allowed: ['@foyer/decode', '@foyer/protocol', 'node:fs', 'viem'],
    refused: ['@foyer/core', '@foyer/ui', '@foyer/api', 'react'],
  },
}

const fileOf = (name: string) => name.replace(/[^a-z\d]+/gi, '-').replace(/^-/, '')

const files: Record<string, string> = {
  'packages/core/src/cycleA.ts': `import { b } from './cycleB.ts'\nexport const a = () => b`,
  'packages/core/src/cycleB.ts': `import { a } from './cycleA.ts'\nexport const b = () => a`,
  'packages/core/src/byDefault.ts': 'export default 1',
  'packages/core/src/again.ts': `\nexport { x } from '@foyer/ui'`,
  'packages/core/src/onlyType.ts': `import type { X } from '@foyer/ui'\nexport type Y = X`,
  'packages/core/src/later.ts': `export const load = () => import('@foyer/ui')`,
  'packages/core/src/real.test.ts': `import { x } from '@foyer/devnet'\nimport 'node:fs'\nx()`,
  'packages/core/src/wrong.test.ts': `import { x } from '@foyer/evm'\nimport 'react'\nx()`,
  'packages/core/vite.config.ts': `import 'node:fs'`,
  'packages/core/gallery/draw.ts': `import 'node:fs'`,
  'packages/decode/src/real.test.ts': `import 'viem/accounts'`,
  'packages/ui/src/near.ts': `import 'reacts'\nimport '@foyer/core-more'\n`,
  'apps/login/src/more.ts': `import '@foyer/embedded/frame/deep'`,
  'e2e/above.e2e.ts': `import '@foyer/ui'\nimport 'react'`,
}
/** Folders in which not even types import each other in a circle. */
const withoutTypeCycles = [
  'packages/core/src',
  'packages/embedded/src',
  'packages/evm/src',
  'packages/protocol/src',
  'packages/server/src',
  'packages/solana/src',
  'packages/ui/src',
  'packages/walletconnect/src',
  'packages/x402/src',
  'apps/api/src',
  'apps/login/src/account',
  'apps/login/src/approve/card',
  'apps/login/src/frame',
  'apps/login/src/security',
  'apps/login/src/server',
  'apps/relay/src',
  'apps/sponsor/src',
  'apps/vault/src',
]
for (const folder of withoutTypeCycles) {
  files[`${folder}/typeCycleA.ts`] = `import type { B } from './typeCycleB.ts'\nexport type A = B`
  files[`${folder}/typeCycleB.ts`] = `import type { A } from './typeCycleA.ts'\nexport type B = A[]`
}
for (const [folder, { allowed, refused }] of Object.entries(rows))
  for (const name of [...allowed, ...refused])
    files[`${folder}/src/${fileOf(name)}.ts`] = `import { x } from '${name}'\nx()\n`

let tree: Tree
let refusals: string[]
let found: { category: string; location: { path: string } }[]

beforeAll(async () => {
  tree = createTree(files)
  refusals = checkImports(tree.root)
  const args = ['lint', '--reporter=json', '--max-diagnostics=none', '.']
  const { output } = await runCommand('biome', args, {
    root: join(import.meta.dirname, '..'),
    cwd: tree.root,
  })
  const json = output.split('\n').find((line) => line.startsWith('{"'))
  found = (JSON.parse(json ?? '{}') as { diagnostics: typeof found }).diagnostics
})
afterAll(() => tree.remove())

const rulesFor = (path: string) =>
  found.filter(({ location }) => location.path === path).map(({ category }) => category)

test('every row of the table is tested', () => {
  expect(Object.keys(rows).sort()).toEqual(layers.map(({ folder }) => folder).sort())
})

/** Lists the rejected imports of a file, without its path. */
const refusalsIn = (path: string) =>
  refusals.flatMap((line) => (line.startsWith(`${path}:`) ? [line.slice(path.length + 1)] : []))

test.each(Object.entries(rows))(
  'rejects the imports that %s may not have',
  (folder, { allowed, refused }) => {
    const isRefused = (name: string) => refusalsIn(`${folder}/src/${fileOf(name)}.ts`).length > 0
    expect(refused.filter((name) => !isRefused(name))).toEqual([])
    expect(allowed.filter(isRefused)).toEqual([])
  },
)

const below = 'packages/core may import only @foyer/core, @foyer/protocol'

test('rejects an import of another layer by export, by type or lazily, with its line', () => {
  expect(refusalsIn('packages/core/src/again.ts')).toEqual([`2: '@foyer/ui': ${below}`])
  expect(refusalsIn('packages/core/src/onlyType.ts')).toEqual([`1: '@foyer/ui': ${below}`])
  expect(refusalsIn('packages/core/src/later.ts')).toEqual([`1: '@foyer/ui': ${below}`])
})

test('rejects a library that the layer never imports, with the reason', () => {
  const reason = (folder: string, name: string) => refusalsIn(`${folder}/src/${fileOf(name)}.ts`)
  expect(reason('packages/core', 'react/jsx-runtime')).toEqual([
    `1: 'react/jsx-runtime': this layer is headless: no react`,
  ])
  expect(reason('packages/core', 'viem/chains')).toEqual([
    `1: 'viem/chains': this layer must not depend on a namespace`,
  ])
  expect(reason('packages/protocol', 'node:fs')).toEqual([
    `1: 'node:fs': this runs in a browser: no Node module`,
  ])
})

test('rejects an entry below the allowed one', () => {
  expect(refusalsIn('apps/login/src/more.ts')).toHaveLength(1)
})

test('distinguishes a package name from a longer one with the same start', () => {
  expect(refusalsIn('packages/ui/src/near.ts')).toEqual([
    "2: '@foyer/core-more': packages/ui may import only @foyer/ui, @foyer/core, @foyer/decode, @foyer/protocol",
  ])
})

test('allows a test to use the devnet, Node and libraries banned only in shipped code, and no other layer', () => {
  expect(refusalsIn('packages/core/src/real.test.ts')).toEqual([])
  expect(refusalsIn('packages/decode/src/real.test.ts')).toEqual([])
  expect(refusalsIn('packages/core/src/wrong.test.ts')).toEqual([
    `1: '@foyer/evm': ${below}, @foyer/devnet`,
    `2: 'react': this layer is headless: no react`,
  ])
})

test('allows Node in files that are not shipped, and everything in folders above the layers', () => {
  for (const path of ['packages/core/vite.config.ts', 'packages/core/gallery/draw.ts'])
    expect(refusalsIn(path)).toEqual([])
  expect(refusalsIn('e2e/above.e2e.ts')).toEqual([])
})

test('rejects an import cycle', () => {
  expect(rulesFor('packages/core/src/cycleA.ts')).toContain('lint/suspicious/noImportCycles')
})

test.each(withoutTypeCycles)('error: an import cycle of types alone in %s', (folder) => {
  expect(rulesFor(`${folder}/typeCycleB.ts`)).toContain('lint/suspicious/noImportCycles')
})

test('rejects a default export', () => {
  expect(rulesFor('packages/core/src/byDefault.ts')).toContain('lint/style/noDefaultExport')
})

test('rejects a dependency that the layer does not allow, in every kind of list', () => {
  const manifest = (name: string, lists: object) => JSON.stringify({ name, ...lists })
  const wrong = createTree({
    'packages/core/package.json': manifest('@foyer/core', { dependencies: { '@foyer/ui': '1' } }),
    'packages/evm/package.json': manifest('@foyer/evm', { dependencies: { lodash: '1' } }),
    'packages/ui/package.json': manifest('@foyer/ui', { peerDependencies: { viem: '1' } }),
    'packages/wagmi/package.json': manifest('@foyer/wagmi', {
      devDependencies: { '@foyer/ui': '1' },
    }),
    'apps/api/package.json': manifest('@foyer/server', { dependencies: { hono: '1' } }),
    'apps/else/package.json': manifest('@foyer/else', {}),
    'packages/protocol/package.json': manifest('@foyer/protocol', {
      dependencies: { valibot: '1' },
    }),
  })
  const problems = checkDependencies(wrong.root)
  wrong.remove()
  expect(problems).toEqual([
    'apps/api/package.json: its name must be @foyer/api',
    'apps/else/package.json: this folder has no row in scripts/layers.ts',
    'packages/core/package.json: @foyer/ui is not below this layer',
    'packages/evm/package.json: lodash is not a library of this layer (scripts/layers.ts)',
    'packages/ui/package.json: viem is not a library of this layer (scripts/layers.ts)',
    'packages/wagmi/package.json: @foyer/ui is not for the tests of this layer',
  ])
})
