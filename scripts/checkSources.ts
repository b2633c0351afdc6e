import { readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { coreWords } from './coreWords.ts'
import { layers } from './layers.ts'
import { listFiles } from './listFiles.ts'

type Fact = { files: RegExp; not?: RegExp; refused: RegExp; message: string }

const code = /\.(ts|tsx|mts|js|mjs|css|html)$/
const script = /\.(ts|tsx|mts)$/
const test = /\.(test|e2e)\.tsx?$/
const binary = /\.(avif|br|gif|gz|ico|jpe?g|png|tar|ttf|wasm|webp|woff2?)$/

// Written so that no pattern matches its own line.
const facts: Fact[] = [
  {
    files: code,
    refused: /\bTO(?:DO)\b|\bFIX(?:ME)\b/,
    message: 'finish it, or leave it out: no mark for later',
  },
  { files: script, refused: /\.only[(]/, message: 'a test that silences the others' },
  {
    files: code,
    // React writes a declarative shadow root only as raw HTML.
    not: /\.(test|e2e)\.tsx?$|^packages\/ui\/src\/react\/buttons\.tsx$/,
    refused: /(?:inner|outer|Set(?:Inner)?)HTML\b|insertAdjacentHTM[L]/i,
    message: 'no markup from text: build elements',
  },
  {
    files: code,
    // The message may contain calls, and calls in calls.
    refused: /postMessage\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*['"`]\*['"`]/,
    message: 'a message names the origin it is for',
  },
  {
    files: test,
    refused:
      /^ *\},\s+(?:\d{1,2}|[1-5]\d\d)_000(?: .*)?,?\s*\)$|\b(?:hook|test)Timeout: (?:\d{1,2}|[1-5]\d\d)_000\b/m,
    message:
      'a limit in time below that of every test (vitest.config.ts), which a busy machine would miss',
  },
  { files: script, refused: /\bvi\.mock[(]/, message: 'no module mocks: pass a real part' },
  {
    files: script,
    refused:
      /^\s*(?:export\s+)?(?:abstract\s+)?class\s+(?!(?:\w+(?:<[^>]*>)?\s+)?extends\s+(?:\w*Error|\w*Element|Component)\b)/m,
    message: 'a class only for an Error, an HTMLElement, or the error boundary React asks for',
  },
  {
    files: /^packages\/(?!server\/)[^/]+\/src\/.*\.tsx?$/,
    not: test,
    refused: /\bNodeJS\./,
    message: 'a type of Node in what runs in a browser',
  },
  {
    files: /\.test\.kit\.tsx?$/,
    refused: /^(?:before|after)(?:All|Each)\(/m,
    message: 'a hook of the first file that imports it: files share their modules',
  },
  {
    files: /./,
    refused: /(?<![\w.~-])\/(?:work|root)\/[\w.]/,
    message: 'a path of one machine',
  },
  {
    files: /./,
    refused:
      /\bregistry\.[a-z-]+\.[a-z]|\/artifactory\/|_authToke[n]|^\s*(?:@[\w-]+:)?registry\s*=/m,
    message: 'an address of a package registry',
  },
]

const bannedWords = new Set(['util', 'utils', 'helper', 'helpers', 'manager', 'common', 'misc'])
const bannedNames = new Set(['types', 'constants', 'shared', 'data'])

/** Splits `sendToken` and `send-token` into `send`, `token`. */
const words = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)

function checkName(path: string): string[] {
  const parts = path.split('/').map((part) => part.replace(/\..*$/, ''))
  const problems = parts
    .filter((part) => bannedNames.has(part) || words(part).some((word) => bannedWords.has(word)))
    .map((part) => `${path}: "${part}" says nothing: name it for the one thing it holds`)
  if (/^index\.tsx?$/.test(basename(path)) && !/^([^/]+\/)?[^/]+\/src\/index\.ts$/.test(path))
    problems.push(`${path}: one index.ts a package, in its src`)
  return problems
}

const lineOf = (source: string, index: number) => source.slice(0, index).split('\n').length

/** Allow relative imports only inside a package: other packages are imported by name, where the layer rules apply. */
function checkRelativeImports(path: string, source: string): string[] {
  const layer = layers.find(({ folder }) => path.startsWith(`${folder}/src/`))
  if (!layer) return []
  return [...source.matchAll(/(?:\bfrom|\bimport\s*\(?)\s*['"](\.[^'"]*)['"]/g)]
    .filter(([, to = '']) => relative(layer.folder, join(dirname(path), to)).startsWith('..'))
    .map((match) => `${path}:${lineOf(source, match.index)}: ${match[1]} leaves ${layer.folder}`)
}

/** Allow lookups by external keys only with `readOwn` or after `Object.hasOwn`. */
function checkTables(path: string, source: string): string[] {
  const declared = /^(?:export )?const (\w+):\s*(?:Readonly<|Partial<)*\s*Record<\s*string,/gm
  return [...source.matchAll(declared)].flatMap(([, table = '']) => {
    const use = new RegExp(`\\b${table}\\[[^\\]'"]+\\]`).exec(source)
    if (!use || source.includes(`Object.hasOwn(${table},`)) return []
    return [`${path}:${lineOf(source, use.index)}: ${use[0]} finds __proto__ too: use readOwn`]
  })
}

function checkFile(path: string, source: string): string[] {
  const problems = facts
    .filter(({ files, not }) => files.test(path) && !not?.test(path))
    .flatMap(({ refused, message }) => {
      const match = refused.exec(source)
      return match ? [`${path}:${lineOf(source, match.index)}: ${message}`] : []
    })
  if (script.test(path)) problems.push(...checkRelativeImports(path, source))
  if (/^(apps|packages)\//.test(path) && script.test(path) && !test.test(path))
    problems.push(...checkTables(path, source))
  if (path.startsWith('packages/core/src/') && script.test(path) && !test.test(path))
    problems.push(...coreWords(path, source))
  return problems
}

/** Reject two exports with the same name in one library: readers and auto-imports would take the wrong one. */
function checkExportedNames(sources: ReadonlyMap<string, string>): string[] {
  const firsts = new Map<string, string>()
  return [...sources].flatMap(([path, source]) => {
    const [, library] = /^packages\/([^/]+)\/src\//.exec(path) ?? []
    if (!library || !script.test(path) || /\.test\./.test(path)) return []
    const declared = /^export (?:declare )?(?:async )?(?:function\*?|const|class) (\w+)/gm
    return [...source.matchAll(declared)].flatMap((match) => {
      const key = `${library} ${match[1]}`
      const first = firsts.get(key)
      firsts.set(key, first ?? path)
      if (!first || first === path) return []
      return [`${path}:${lineOf(source, match.index)}: ${match[1]} is a name of ${first} too`]
    })
  })
}

/** @returns A problem, with file and line, for each violation of the style card. */
export function checkSources(root: string): string[] {
  const files = listFiles(root).filter((path) => path !== 'package-lock.json')
  const texts = files.filter((path) => !binary.test(path))
  const sources = new Map(texts.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  return [
    ...files.flatMap(checkName),
    ...[...sources].flatMap(([path, source]) => checkFile(path, source)),
    ...checkExportedNames(sources),
  ]
}
