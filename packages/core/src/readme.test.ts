import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { defaultFeatures } from './features.ts'
import * as core from './index.ts'
import { resolveOptions } from './options.ts'

// Table cells are padded.
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8').replace(/ +/g, ' ')
const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
/** Lists the fields of a type in a source file. */
function fieldsOf(source: string, type: string): string[] {
  const [, body = ''] =
    new RegExp(`export type ${type} = \\{\\n([\\s\\S]*?)\\n\\}`).exec(source) ?? []
  return [...body.matchAll(/readonly (\w+)\??:/g)].map(([, name = '']) => name)
}

test('the README lists every option and every feature', () => {
  const options = fieldsOf(read('./options.ts'), 'Options')
  const features = fieldsOf(read('./features.ts'), 'Features')
  expect(options.length).toBeGreaterThan(25)
  expect(features.sort()).toEqual(Object.keys(defaultFeatures).sort())
  for (const name of [...options, ...features]) expect(readme).toContain(`| \`${name}\` |`)
})

test('the README states the actual defaults', () => {
  const { features, ...options } = resolveOptions({
    projectId: 'p',
    adapters: [{ namespace: 'tron', isAddress: () => true, verifyAddress: async () => true }],
    networks: [
      {
        id: 1,
        name: 'N',
        nativeCurrency: { name: 'C', symbol: 'C', decimals: 6 },
        rpcUrls: { default: { http: [] } },
        chainNamespace: 'tron',
        caipNetworkId: 'tron:1',
      },
    ],
  })
  for (const [name, value] of Object.entries({ ...options, ...features })) {
    if (typeof value !== 'boolean' && typeof value !== 'number') continue
    const row = readme.split('\n').find((line) => line.startsWith(`| \`${name}\` |`))
    expect(row, name).toMatch(new RegExp(`\\| \`${value}\` \\|$`))
  }
})

test('the README lists every action', () => {
  for (const [name, value] of Object.entries(core))
    if (typeof value === 'function') expect(readme).toMatch(new RegExp(`^\\| .*\`${name}\``, 'm'))
})
