import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import * as api from './api.ts'
import * as custody from './custody.ts'
import type { Endpoint } from './endpoint.ts'
import { errors } from './errors.ts'
import * as login from './login.ts'
import * as vault from './vault.ts'

// Table cells are padded.
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8').replace(/ +/g, ' ')

test('the README lists every entry', () => {
  for (const entry of Object.keys(packageJson.exports).filter((name) => !name.endsWith('.json')))
    expect(readme).toContain(`| \`@foyer/protocol${entry.slice(1)}\` |`)
})

test('the README lists every error with its sentence and number', () => {
  for (const [code, [message, number]] of Object.entries(errors))
    expect(readme).toContain(`| \`${code}\` | ${message} | ${number} |`)
})

test('the README lists every call of the servers', () => {
  for (const [name, value] of Object.entries({ ...api, ...custody, ...login, ...vault })) {
    if (typeof value !== 'object' || !('summary' in value)) continue
    const { method, path, summary } = value as Endpoint
    expect(readme).toContain(`| \`${name}\` | \`${method} ${path}\`: ${summary} |`)
  }
})
