import { createPublicKey, verify } from 'node:crypto'
import { base58 } from '@scure/base'
import {
  address,
  appendTransactionMessageInstruction,
  blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getTransactionDecoder,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { solanaAccounts } from '../solana/solanaAccounts.ts'
import { type SolanaHostileKind, solanaHostileKinds } from './hostile/hostileKinds.ts'
import { type Signed, type StandardPage, startStandardPages } from './standardPage.test.kit.ts'

let pages: Awaited<ReturnType<typeof startStandardPages>>
beforeAll(async () => {
  pages = await startStandardPages()
})
afterAll(() => pages.stop())

const open = async (kind: SolanaHostileKind) =>
  pages.openStandard(await pages.browser.newContext(), [`/hostile.js?kind=${kind}`])

/** The answer, or `nothing` after a short wait. */
const within = async <T>(answer: Promise<T>) =>
  Promise.race([answer, new Promise<'nothing'>((done) => setTimeout(done, 300, 'nothing'))])

/** Reads the error of a call to the first wallet, even if its properties throw. */
const thrown = (site: StandardPage, feature: string, method: string) =>
  site.page.evaluate(
    async ([name, call]) => {
      const { standardWallet } = window as unknown as {
        standardWallet: () => {
          features: Record<string, Record<string, (input: object) => Promise<unknown>>>
        }
      }
      try {
        await standardWallet().features[name]![call]!({})
        return 'nothing'
      } catch (error) {
        if (typeof error !== 'object' || error === null) return error
        try {
          return `said ${String((error as { message: unknown }).message)}`
        } catch {
          return 'cannot be read'
        }
      }
    },
    [feature, method] as const,
  )

const isSigned = (key: string, bytes: Iterable<number>, signature: Iterable<number>) =>
  verify(
    null,
    Uint8Array.from(bytes),
    createPublicKey({
      key: Buffer.from([...Buffer.from('302a300506032b6570032100', 'hex'), ...base58.decode(key)]),
      format: 'der',
      type: 'spki',
    }),
    Uint8Array.from(signature),
  )

const message = Array.from(new TextEncoder().encode('Come in'))
const transferFrom = (from: string) => {
  const payer = address(from)
  const transfer = getTransferSolInstruction({
    source: createNoopSigner(payer),
    destination: solanaAccounts[1]!.address,
    amount: 1_000n,
  })
  const made = pipe(
    createTransactionMessage({ version: 0 }),
    (each) => setTransactionMessageFeePayer(payer, each),
    (each) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash(from), lastValidBlockHeight: 1n },
        each,
      ),
    (each) => appendTransactionMessageInstruction(transfer, each),
  )
  return Array.from(getTransactionEncoder().encode(compileTransaction(made)))
}
/** Connects, signs a message and a transaction, and returns both with their account. */
const signBoth = async (kind: SolanaHostileKind) => {
  const site = await open(kind)
  const key = (await site.ask('standard:connect')).result!.accounts[0]!.address
  const [signed] = (await site.ask<Signed[]>('solana:signMessage', { account: 0, message })).result!
  const input = { account: 0, transaction: transferFrom(key) }
  const [sent] = (await site.ask<Signed[]>('solana:signTransaction', input)).result!
  const { messageBytes, signatures } = getTransactionDecoder().decode(
    Uint8Array.from(sent!.signedTransaction),
  )
  const asked = getTransactionDecoder().decode(Uint8Array.from(input.transaction)).messageBytes
  return {
    signed: signed!,
    isMessageSigned: isSigned(key, signed!.signedMessage, signed!.signature),
    isTransactionSigned: isSigned(
      key,
      Array.from(messageBytes),
      Object.values(signatures)[0] as unknown as number[],
    ),
    isSameTransaction: Buffer.from(Array.from(messageBytes)).equals(Buffer.from(Array.from(asked))),
  }
}

test('every kind registers itself', async () => {
  for (const kind of solanaHostileKinds) {
    const { page } = await open(kind)
    const count = await page.evaluate(() =>
      (window as unknown as { standardCount: () => number }).standardCount(),
    )
    expect(count, kind).toBeGreaterThan(0)
  }
})

test('solana-rejects answers 4001 to everything', async () => {
  const site = await open('solana-rejects')
  for (const feature of ['standard:connect', 'solana:signMessage', 'solana:signTransaction']) {
    expect((await site.ask(feature)).error).toEqual({
      code: 4001,
      message: 'User rejected the request.',
    })
  }
})

test('solana-throws throws a text, undefined, and an unreadable object', async () => {
  const site = await open('solana-throws')
  expect(await thrown(site, 'standard:connect', 'connect')).toBe('no')
  expect(await thrown(site, 'solana:signMessage', 'signMessage')).toBe('cannot be read')
  expect(await thrown(site, 'solana:signTransaction', 'signTransaction')).toBe(null)
})

test('solana-getters has properties that throw', async () => {
  const { page } = await open('solana-getters')
  const outcome = await page.evaluate(() => {
    const { standardWallet } = window as unknown as { standardWallet: () => object }
    const wallet = standardWallet() as Record<string, unknown>
    return ['name', 'accounts', 'features', 'icon'].map((name) => {
      try {
        return typeof wallet[name]
      } catch {
        return 'thrown'
      }
    })
  })
  expect(outcome).toEqual(['string', 'thrown', 'thrown', 'thrown'])
})

test('solana-never gives no answer', async () => {
  const site = await open('solana-never')
  expect(await within(site.ask('standard:connect'))).toBe('nothing')
})

test('solana-disappears connects, and unregisters when asked to sign', async () => {
  const site = await open('solana-disappears')
  expect((await site.ask('standard:connect')).result!.accounts).toHaveLength(1)
  expect(await within(site.ask('solana:signMessage', { account: 0, message }))).toBe('nothing')
  expect(await site.wallets()).toEqual([])
  expect((await site.changes()).at(-1)).toEqual(['unregister', 'Hostile (solana-disappears)'])
})

test('solana-text has markup, an RTL override, control characters, 10 kB, an empty text and a non-text', async () => {
  const site = await open('solana-text')
  const names = (await site.wallets()).map(({ name }) => name)
  expect(names).toEqual([
    expect.stringMatching(/^<script>window\.foyerPwned=.*<img src=x onerror=/),
    expect.stringContaining('\u202E'),
    expect.stringContaining('\u0000'),
    expect.stringMatching(/^W{10000}$/),
    '',
    expect.anything(),
  ])
  expect(typeof names[5]).toBe('object')
  const { result } = await site.ask('standard:connect')
  expect(result!.accounts[0]!.label).toContain('<img src=x')
})

test('solana-icon has scripts, a page, five megabytes, and a non-text', async () => {
  const icons = (await (await open('solana-icon')).wallets()).map(({ icon }) => icon)
  expect(icons.slice(0, 5)).toEqual([
    expect.stringMatching(/^javascript:/),
    expect.stringMatching(/^data:image\/svg\+xml,.*script/),
    expect.stringMatching(/^data:text\/html,/),
    expect.stringMatching(/onerror=/),
    { toString: 'not an icon' },
  ])
  expect((icons[5] as string).length).toBeGreaterThan(5 * 1024 * 1024)
})

test('solana-no-address returns invalid accounts', async () => {
  const { result } = await (await open('solana-no-address')).ask('standard:connect')
  expect(result!.accounts.map((account) => account?.address)).toEqual([
    'nobody',
    expect.stringMatching(/^0x/),
    42,
    expect.any(String),
    undefined,
    undefined,
  ])
})

test('solana-many-accounts returns 10,000 different accounts', async () => {
  const { page } = await open('solana-many-accounts')
  const count = await page.evaluate(async () => {
    const { standardWallet } = window as unknown as {
      standardWallet: () => {
        features: Record<string, { connect: () => Promise<{ accounts: { address: string }[] }> }>
      }
    }
    const { accounts } = await standardWallet().features['standard:connect']!.connect()
    return new Set(accounts.map(({ address: each }) => each)).size
  })
  expect(count).toBe(10_000)
})

test('solana-wrong-signature returns signatures of another key', async () => {
  const outcome = await signBoth('solana-wrong-signature')
  expect(outcome).toMatchObject({ isMessageSigned: false, isTransactionSigned: false })
  expect(outcome.isSameTransaction).toBe(true)
})

test('solana-changed returns valid signatures of something else', async () => {
  const outcome = await signBoth('solana-changed')
  expect(outcome).toMatchObject({ isMessageSigned: true, isTransactionSigned: true })
  expect(outcome.signed.signedMessage).not.toEqual(message)
  expect(outcome.isSameTransaction).toBe(false)
})
