import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type Layer, layers } from './layers.ts'

type Pattern = { group: string[]; message: string }
type Override = { includes: string[]; linter: { rules: unknown } }

/** Tests, what only they use, what draws screens for people, and tools' configs: not shipped, so Node is theirs. */
const unshipped = (folder: string) => [
  `${folder}/**/*.test.*`,
  `${folder}/test/**`,
  `${folder}/gallery/**`,
  `${folder}/*.config.ts`,
]

/** A package by its name allows its entries too; an entry allows only itself. */
function allow(entry: string): string[] {
  return entry.includes('/') ? [`!@foyer/${entry}`] : [`!@foyer/${entry}`, `!@foyer/${entry}/**`]
}

function patterns(layer: Layer, ours: readonly string[], inTests: boolean): Pattern[] {
  const self = layer.folder.split('/').at(-1) ?? layer.folder
  const allowed = [self, ...ours]
  const never = Object.entries(layer.never)
    .map(([message, group]) => ({
      group: inTests ? group.filter((name) => !name.startsWith('node:')) : [...group],
      message,
    }))
    .filter(({ group }) => group.length > 0)
  return [
    {
      group: ['@foyer/**', ...allowed.flatMap(allow)],
      message: `this layer may import only ${allowed.map((name) => `@foyer/${name}`).join(', ')}`,
    },
    ...never,
  ]
}

function override(includes: string[], group: Pattern[]): Override {
  return {
    includes,
    linter: {
      rules: {
        style: { noRestrictedImports: { level: 'error', options: { patterns: group } } },
      },
    },
  }
}

/** The linter's rules for each row of the layer table: one for its sources, one for its tests. */
export function biomeOverrides(): Override[] {
  return layers.flatMap((layer) => [
    override(
      [`${layer.folder}/**`, ...unshipped(layer.folder).map((glob) => `!${glob}`)],
      patterns(layer, layer.ours, false),
    ),
    override(unshipped(layer.folder), patterns(layer, [...layer.ours, ...layer.inTests], true)),
  ])
}

const file = 'biome.layers.json'

/** @returns A problem when `biome.layers.json` does not say what the layer table says. */
export function checkBiomeOverrides(root: string): string[] {
  const { overrides } = JSON.parse(readFileSync(join(root, file), 'utf8')) as { overrides: unknown }
  return isDeepStrictEqual(overrides, biomeOverrides())
    ? []
    : [`${file} does not agree with scripts/layers.ts: run npm run fix`]
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  const $schema = './node_modules/@biomejs/biome/configuration_schema.json'
  const text = JSON.stringify({ $schema, overrides: biomeOverrides() }, null, 2)
  writeFileSync(join(root, file), `${text}\n`)
}
