import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildKeyWorker, type KeyWorkerBundle } from './buildKeyWorker.ts'

/**
 * Packages that may handle keys. Any other package is refused, including indirect dependencies; remove those that are
 * no longer used.
 * @source security 4.9; `uint8array-tools` is part of tiny-secp256k1, and a few lines are the bundler's
 */
const allowed = [
  '@noble/curves',
  '@noble/hashes',
  '@scure/bip39',
  'foyer',
  'rolldown/runtime.js',
  'shamir-secret-sharing',
  'tiny-secp256k1',
  'uint8array-tools',
  'valibot',
]

let bundle: KeyWorkerBundle
beforeAll(async () => {
  bundle = await buildKeyWorker()
})

describe('the key worker’s bundle', () => {
  it('[T107] contains exactly the allowed packages', () => {
    expect(bundle.packages).toEqual(allowed)
    console.log(`key worker: ${bundle.code.length} bytes, ${bundle.gzipBytes} gzip`)
  })

  it('is a single script that loads no code, evaluates no text and logs nothing', () => {
    for (const way of [
      /\bimport\s*\(/,
      /\bimportScripts\b/,
      /\beval\s*\(/,
      /\bnew Function\b/,
      /console\./,
    ])
      expect(bundle.code).not.toMatch(way)
    expect(bundle.integrity).toMatch(/^sha384-[A-Za-z0-9+/]{64}$/)
  })

  it('contains each package in one exact version', () => {
    const { dependencies } = JSON.parse(
      readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
    ) as { dependencies: Record<string, string> }
    for (const [name, version] of Object.entries(dependencies))
      expect(`${name} ${version}`).toMatch(/^\S+ \d+\.\d+\.\d+$/)
    expect(dependencies['shamir-secret-sharing']).toBe('0.0.4')
  })
})
