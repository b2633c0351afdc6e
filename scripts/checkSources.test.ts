import { afterEach, expect, test } from 'vitest'
import { checkSources } from './checkSources.ts'
import { createTree, type Tree } from './createTree.ts'

let tree: Tree | undefined
afterEach(() => tree?.remove())

function check(path: string, text = 'export const x = 1\n'): string[] {
  tree = createTree({ [path]: text })
  return checkSources(tree.root).filter((problem) => problem.startsWith(path))
}

test.each([
  'packages/core/src/util.ts',
  'packages/core/src/stringUtils.ts',
  'packages/core/src/send/helper.ts',
  'packages/ui/src/ModalManager.tsx',
  'packages/core/src/common/send.ts',
  'packages/core/src/misc.ts',
  'packages/core/src/types.ts',
  'packages/core/src/constants.ts',
  'packages/core/src/send/index.ts',
  'packages/shared/src/send.ts',
])('rejects the file name %s', (path) => {
  expect(check(path)).toHaveLength(1)
})

test.each([
  'packages/core/src/index.ts',
  'devnet/src/index.ts',
  'packages/core/src/send/sendToken.ts',
  'packages/evm/src/typesOfData.ts',
])('accepts the file name %s', (path) => {
  expect(check(path)).toEqual([])
})

// Split, because this file would be rejected too.
test.each([
  ['a note about unfinished work', `// ${'TO'}DO: the rest`],
  ['a test that silences the others', `test${'.only'}('a', () => {})`],
  ['markup from text', `place.inner${'HTML'} = name`],
  ['markup from text, in React', `<p dangerouslySetInner${'HTML'}={{ __html: name }} />`],
  ['a message to everyone', `frame.post${'Message'}({ a: 1 }, '*')`],
  ['a message of a call to everyone', `frame.post${'Message'}(sign(read(a), b), '*')`],
  ['a mocked module', `vi.mock${'('}'./send.ts')`],
  ['a class of its own', 'class Store {}'],
  ['a class over another', 'export abstract class Adapter extends Store {}'],
  ['a path of one machine', `const file = '${'/root'}/project/file'`],
  ['an address of a registry', `const at = 'https://${'registry'}.npmjs.org/a'`],
  ['a type of Node in a browser', 'let timer: NodeJS.Timeout'],
])('rejects %s', (_, text) => {
  expect(check('packages/ui/src/send.tsx', `${text}\n`)).toHaveLength(1)
})

test('rejects a hook outside of a function in shared test code', () => {
  const path = 'packages/ui/src/page.test.kit.ts'
  expect(check(path, `${'after'}All(close)\n`)).toHaveLength(1)
  expect(check(path, 'export const open = () => {\n  afterAll(close)\n}\n')).toEqual([])
})

test('rejects a limit in time below that of every test', () => {
  const limited = (limit: string) =>
    check('apps/vault/src/link.test.ts', `test('a', () => {\n}, ${limit})\n`)
  for (const limit of ['5_000', '60_000', '599_000']) expect(limited(limit)).toHaveLength(1)
  for (const limit of ['600_000', '7_200_000']) expect(limited(limit)).toEqual([])
  const broken = `test(\n  'a',\n  () => {\n  },\n  120_000 + count * 400,\n)\n`
  expect(check('apps/vault/src/link.test.ts', broken)).toHaveLength(1)
  const ofFile = (set: string) => check('apps/vault/src/link.test.ts', `vi.setConfig({ ${set} })\n`)
  for (const name of ['testTimeout', 'hookTimeout']) {
    expect(ofFile(`${name}: 120_000`)).toHaveLength(1)
    expect(ofFile(`${name}: 600_000 + kills * 15_000`)).toEqual([])
  }
})

test('rejects a registry URL in a setting', () => {
  expect(check('.npmrc', `${'registry'}=https://packages.example/\n`)).toEqual([
    '.npmrc:1: an address of a package registry',
  ])
  expect(check('docs/connect.md', `See ${'/root'}/notes.\n`)).toHaveLength(1)
})

test.each([
  'class FoyerError<code extends string> extends Error {}',
  `customElements.define('foyer-button', class extends HTMLElement {})`,
  'class Boundary extends Component<Props> {}',
  'frame.postMessage(message, origin)',
])('accepts %s', (text) => {
  expect(check('packages/ui/src/send.tsx', `${text}\n`)).toEqual([])
})

test('rejects a relative import of another package', () => {
  const text = `import { x } from '../../ui/src/x.ts'\nimport { y } from '../src/y.ts'\n`
  expect(check('packages/core/src/send.ts', text)).toEqual([
    'packages/core/src/send.ts:1: ../../ui/src/x.ts leaves packages/core',
  ])
})

test.each([
  ['const modal = 1', 'modal'],
  ['// what the modal shows', 'modal'],
  ['const viewStack = 1', 'view'],
  ['export type ConnectView = 1', 'View'],
  [`const event = 'MODAL_OPEN'`, 'MODAL'],
  ['function showToast() {}', 'Toast'],
  [`const namespace = 'eip155'`, 'eip155'],
  [`request('wallet_switchEthereumChain')`, 'Ethereum'],
  ['const amountInWei = 1n', 'Wei'],
  ['const gwei = 1n', 'gwei'],
  [`import { evm } from './x.ts'`, 'evm'],
])('rejects %s in core', (text, word) => {
  const [problem, ...others] = check('packages/core/src/send.ts', `\n${text}\n`)
  expect(problem).toContain(`packages/core/src/send.ts:2: "${word}"`)
  expect(others).toEqual([])
})

test.each([
  'const preview = 1',
  'const review = reviewed',
  'const weight = 1',
  '// as on eip155 chains',
])('accepts in core: %s', (text) => {
  expect(check('packages/core/src/send.ts', `${text}\n`)).toEqual([])
})

test('accepts every word in a test of core and in other layers', () => {
  const text = `const modal = 'eip155'\n`
  expect(check('packages/core/src/send.test.ts', text)).toEqual([])
  expect(check('packages/evm/src/send.ts', text)).toEqual([])
})

test('rejects an exception that is no longer needed', () => {
  expect(check('packages/core/src/network/pickNetwork.ts', 'export {}\n')).toEqual([
    'packages/core/src/network/pickNetwork.ts: the exception for the default network [9.8] is stale (scripts/coreWords.ts)',
  ])
})

test('rejects a lookup table that would answer for __proto__', () => {
  const path = 'apps/api/src/x.ts'
  const table = 'const names: Readonly<Record<string, string>> = { a: "b" }\n'
  expect(check(path, `${table}export const f = (key: string) => names[key]\n`)).toHaveLength(1)
  expect(check(path, `${table}export const f = (key: string) => readOwn(names, key)\n`)).toEqual([])
  expect(
    check(
      path,
      `${table}export const f = (key: string) => Object.hasOwn(names, key) && names[key]\n`,
    ),
  ).toEqual([])
})

test('rejects two exports with the same name in one library', () => {
  const text = 'export function useModal() {}\n'
  tree = createTree({
    'packages/ui/src/react/useModal.ts': text,
    'packages/ui/src/shell/context.ts': `const x = 1\nexport const useModal = () => x\n`,
    'packages/evm/src/useModal.ts': text,
    'packages/ui/src/useModal.test.kit.ts': text,
    'packages/ui/src/overloads.ts': `export function a(one: 1): 1\nexport function a(two: 2): 2\n`,
    'packages/ui/src/react.ts': `export { useModal } from './react/useModal.ts'\n`,
  })
  expect(checkSources(tree.root)).toEqual([
    'packages/ui/src/shell/context.ts:2: useModal is a name of packages/ui/src/react/useModal.ts too',
  ])
})
