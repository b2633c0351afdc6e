import { createHash } from 'node:crypto'
import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { openShareRow, parseShare } from '@foyer/protocol/custody'
import { entropyToMnemonic, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import type { Page } from 'playwright'
import { combine } from 'shamir-secret-sharing'
import { verifyMessage } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askPage, serveKeyPage } from './keyPage.server.test.kit.ts'
import { createArena } from './keys/arena.ts'
import { deriveEd25519, solanaPath } from './keys/deriveEd25519.ts'
import { deriveSecp256k1, evmPath } from './keys/deriveSecp256k1.ts'
import { type Stores, startStores } from './stores.test.kit.ts'
import type { LoadedWallet } from './wallet/loadedWallet.ts'

let stores: Stores
let site: Awaited<ReturnType<typeof serveKeyPage>>
beforeAll(async () => {
  stores = await startStores()
  site = await serveKeyPage(stores)
})
afterAll(async () => {
  await site?.stop()
  await stores?.stop()
})

const userId = crypto.randomUUID()
let addresses: { evm: string; sol: string }

/** Secrets that only the test can know: the wallet's entropy, from both stores and both their keys. */
async function secrets(owner = userId) {
  const { facts, sets } = stores.auth.wallets.find((one) => one.userId === owner)!
  const { walletId, epoch, evm, sol } = facts
  const [setId, set] = [...sets].find(([, { kind }]) => kind === 'recovery')!
  const place = { userId: owner, walletId, setId, epoch }
  const auth = await openShareRow(stores.kmsA, { place: { role: 'auth', ...place }, row: set.row })
  const { row } = stores.vault.sets.get(setId)!
  const rec = await openShareRow(stores.kmsB, { place: { role: 'rec', ...place, evm, sol }, row })
  const entropy = await combine([parseShare(auth).share, parseShare(rec).share])
  const words = entropyToMnemonic(entropy, wordlist)
  const seed = mnemonicToSeedSync(words)
  return {
    entropy,
    words,
    seed,
    evmKey: Uint8Array.from(deriveSecp256k1(createArena(), { seed, path: evmPath })),
    solKey: Uint8Array.from(deriveEd25519(createArena(), { seed, path: solanaPath })),
  }
}

async function sign(page: Page, message = '0x68656c6c6f') {
  const rid = crypto.randomUUID()
  const request = { method: 'personal_sign', params: [message, addresses.evm] }
  const { digest } = await askPage<{ digest: string }>(page, 'prepare', { rid, request })
  return askPage<`0x${string}`>(page, 'sign', { rid, digest })
}

describe('in a browser, under the login origin’s policy', () => {
  it('creates a wallet and signs, and signs again in a new browser with the same profile', async () => {
    const page = await site.open()
    const loaded = await askPage<LoadedWallet>(page, 'load', { ticket: stores.ticketFor(userId) })
    expect(loaded).toMatchObject({ status: 'create', storage: 'kept' })
    addresses = await askPage(page, 'create')
    const address = addresses.evm as `0x${string}`
    expect(await verifyMessage({ address, message: 'hello', signature: await sign(page) })).toBe(
      true,
    )

    const again = await site.open()
    expect(await askPage(again, 'load')).toMatchObject({ status: 'ready', addresses })
    expect(await verifyMessage({ address, message: 'hello', signature: await sign(again) })).toBe(
      true,
    )
  })

  it('[T82] error: gives a script of the page no usable keys, and stores nothing unencrypted', async () => {
    const page = await site.open()
    await askPage(page, 'load')
    const seen = await page.evaluate(async () => {
      const { keyPage } = globalThis as unknown as { keyPage: { readRecord(): Promise<unknown> } }
      const record = (await keyPage.readRecord()) as { wrap: CryptoKey; pop: CryptoKeyPair }
      const exports: string[] = []
      for (const key of [record.wrap, record.pop.privateKey])
        for (const format of ['raw', 'jwk', 'pkcs8'] as const) {
          const { subtle } = crypto
          const attempt = subtle.exportKey(format as 'jwk', key).then(() => 'exported')
          exports.push(await attempt.catch((error: DOMException) => error.name))
        }
      const hex = (bytes: Uint8Array) =>
        Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
      const text = JSON.stringify(record, (_, value) =>
        value instanceof Uint8Array ? hex(value) : value,
      )
      const stored = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })]
      return { exports, dump: [text, ...stored, ...(await caches.keys())].join('\n') }
    })
    expect(new Set(seen.exports)).toEqual(new Set(['InvalidAccessError']))
    expect(seen.dump).toContain('"wallets"')
    const { entropy, words, seed, evmKey, solKey } = await secrets()
    const tokens = stores.log.flatMap(
      (line) => line.match(/"(?:accessToken|refreshToken)":"([^"]+)/g) ?? [],
    )
    expect(tokens.length).toBeGreaterThan(2)
    for (const token of tokens) expect(seen.dump).not.toContain(token.split('"').at(-1))
    const sets = stores.log.flatMap((line) => line.match(/"share":"([^"]+)/g) ?? [])
    for (const share of sets) {
      const bytes = Buffer.from(share.split('"').at(-1)!, 'base64url')
      expect(seen.dump).not.toContain(bytes.subarray(37, 53).toString('hex'))
    }
    for (const secret of [entropy, seed, evmKey, solKey])
      for (const form of ['hex', 'base64', 'base64url'] as const)
        expect(seen.dump).not.toContain(Buffer.from(secret).toString(form))
    expect(seen.dump).not.toContain(words)
  })
})

/** Renderers of the test's own browser, by its profile. */
function renderers(profile: string): number[] {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  // A process of another test may end meanwhile.
  const read = (pid: string, name: string) => {
    try {
      return readFileSync(`/proc/${pid}/${name}`, 'utf8')
    } catch {
      return ''
    }
  }
  const command = (pid: string) => read(pid, 'cmdline')
  const parentOf = (pid: string) => /\nPPid:\s+(\d+)/.exec(read(pid, 'status'))?.[1] ?? '0'
  const ours = (pid: string): boolean => {
    for (let at = pid; at !== '0'; at = parentOf(at)) if (command(at).includes(profile)) return true
    return false
  }
  return processes
    .filter((pid) => command(pid).includes('--type=renderer') && ours(pid))
    .map(Number)
}

const pageBytes = 4096
/** "Present" and "swapped" in `/proc/<pid>/pagemap`. Any other page was never written. @source proc(5) */
const writtenBits = 0b1100_0000

/** The writable memory of a process that was ever written, by address: most of it is only reserved. */
function* listWritten(pid: number): Generator<{ from: number; length: number }> {
  const pages = openSync(`/proc/${pid}/pagemap`, 'r')
  try {
    for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
      const [, from = '', to = ''] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? []
      const first = Number.parseInt(from, 16) / pageBytes
      const count = Number.parseInt(to, 16) / pageBytes - first
      if (!(count > 0 && count * pageBytes < 1 << 30)) continue
      const flags = Buffer.alloc(count * 8)
      readSync(pages, flags, 0, flags.length, first * 8)
      const isWritten = (page: number) => (flags[page * 8 + 7]! & writtenBits) !== 0
      for (let page = 0; page < count; page++) {
        const start = page
        while (page < count && isWritten(page)) page++
        if (page > start)
          yield { from: (first + start) * pageBytes, length: (page - start) * pageBytes }
      }
    }
  } finally {
    closeSync(pages)
  }
}

/** Counts each pattern in the writable memory of a process. */
function scan(pid: number, patterns: Record<string, Buffer>): Record<string, number> {
  const found = Object.fromEntries(Object.keys(patterns).map((name) => [name, 0]))
  const memory = openSync(`/proc/${pid}/mem`, 'r')
  try {
    for (const { from, length } of listWritten(pid)) {
      const region = Buffer.alloc(length)
      let size = 0
      try {
        size = readSync(memory, region, 0, length, from)
      } catch {
        // Freed in the meantime.
        continue
      }
      for (const [name, pattern] of Object.entries(patterns))
        for (
          let at = region.indexOf(pattern);
          at !== -1 && at < size;
          at = region.indexOf(pattern, at + 1)
        )
          found[name]!++
    }
  } finally {
    closeSync(memory)
  }
  return found
}

const readable = process.platform === 'linux' && process.getuid?.() === 0

/** The private scalar that ed25519 computes with, as a BigInt of the engine lies in memory. */
function ed25519Scalar(secret: Uint8Array): Buffer {
  const scalar = createHash('sha512').update(secret).digest().subarray(0, 32)
  scalar[0]! &= 248
  scalar[31] = (scalar[31]! & 127) | 64
  const order = 2n ** 252n + 27742317777372353535851937790883648493n
  const reduced = BigInt(`0x${Buffer.from(scalar).reverse().toString('hex')}`) % order
  return Buffer.from(reduced.toString(16).padStart(64, '0'), 'hex').reverse()
}

/** Patterns that must not be found, by name; those named in `raw` at most twice. */
function patternsOf({ entropy, words, seed, evmKey, solKey }: Awaited<ReturnType<typeof secrets>>) {
  const patterns: Record<string, Buffer> = {
    entropy: Buffer.from(entropy),
    evmKey: Buffer.from(evmKey),
    'evmKey little-endian': Buffer.from(evmKey).reverse(),
    solKey: Buffer.from(solKey),
    'solKey scalar': ed25519Scalar(solKey),
    seed: Buffer.from(seed),
    words: Buffer.from(words),
    words16: Buffer.from(words, 'utf16le'),
    control: Buffer.from(control),
  }
  for (const [name, secret] of Object.entries({ entropy, evmKey, solKey, seed })) {
    const text = Buffer.from(secret)
    patterns[`${name} hex`] = Buffer.from(text.toString('hex'))
    patterns[`${name} HEX`] = Buffer.from(text.toString('hex').toUpperCase())
    patterns[`${name} base64`] = Buffer.from(text.toString('base64').slice(0, -4))
    patterns[`${name} base64url`] = Buffer.from(text.toString('base64url').slice(0, -3))
  }
  return patterns
}
const control = 'foyer memory control'
const raw = ['entropy', 'evmKey', 'solKey']

/** Scans all renderers, and reports the patterns it found. */
async function look(page: Page, name: string, patterns: Record<string, Buffer>) {
  await page.evaluate((text) => Object.assign(globalThis, { control: text }), control)
  const all = renderers(site.profile).map((pid) => scan(pid, patterns))
  // The scan sees this page's memory at all.
  expect(all.some((found) => found.control! > 0)).toBe(true)
  const most: Record<string, number> = {}
  for (const found of all)
    for (const [pattern, count] of Object.entries(found))
      if (pattern !== 'control' && count > (most[pattern] ?? 0)) most[pattern] = count
  console.log(`${name}: ${JSON.stringify(most)}`)
  return most
}

describe.runIf(readable)('memory of the renderers (Linux, root)', () => {
  it('[T83] contains no secret as text, no seed, and at most two raw copies of the key and the entropy', async () => {
    const patterns = patternsOf(await secrets())
    // A new browser: memory from creating the wallet is gone with the old one.
    const page = await site.open()
    await askPage(page, 'load')
    for (let round = 0; round < 3; round++) await sign(page, `0x0${round}`)
    const rid = crypto.randomUUID()
    const params = { message: 'StV1DL6CwTryKyV', pubkey: addresses.sol }
    const request = { method: 'solana_signMessage', params }
    const { digest } = await askPage<{ digest: string }>(page, 'prepare', { rid, request })
    await askPage(page, 'sign', { rid, digest })
    const signed = await look(page, 'after four signatures', patterns)
    await page.evaluate(() => (globalThis as unknown as { keys: { close(): void } }).keys.close())
    await page.waitForTimeout(500)
    const ended = await look(page, 'after sign-out', patterns)
    for (const found of [signed, ended])
      for (const [name, count] of Object.entries(found))
        expect(count, name).toBeLessThanOrEqual(raw.includes(name) ? 2 : 0)
  })

  it('contains no secret as text and no seed after a wallet was created', async () => {
    const owner = crypto.randomUUID()
    const page = await site.open()
    await askPage(page, 'load', { ticket: stores.ticketFor(owner) })
    await askPage(page, 'create')
    const found = await look(page, 'after creation', patternsOf(await secrets(owner)))
    for (const [name, count] of Object.entries(found))
      if (!raw.includes(name) && name !== 'solKey scalar') expect(count, name).toBe(0)
  })
})
