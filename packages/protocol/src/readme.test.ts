import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as protocol from './index.ts'

// Table cells are padded.
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8').replace(/ +/g, ' ')

test('the README lists every error with its sentence and number', () => {
  for (const [code, [message, number]] of Object.entries(protocol.errors))
    expect(readme).toContain(`| \`${code}\` | ${message} | ${number} |`)
})

test('the README lists every call of the api', () => {
  for (const [name, value] of Object.entries(protocol)) {
    if (typeof value !== 'object' || !('summary' in value)) continue
    const { method, path, summary } = value as protocol.Endpoint
    expect(readme).toContain(`| \`${name}\` | \`${method} ${path}\`: ${summary} |`)
  }
})
