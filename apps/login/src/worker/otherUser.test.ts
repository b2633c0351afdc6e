import type { SignRequestInput } from '@foyer/decode'
import { decodeBase58, encodeBase58 } from '@foyer/decode/internal'
import { ed25519 } from '@noble/curves/ed25519.js'
import fc from 'fast-check'
import { type Hex, recoverMessageAddress, recoverTransactionAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Addresses } from './keys/addressesOf.ts'
import { withArena } from './keys/arena.ts'
import { secretAddresses } from './keys/walletKeys.ts'
import { type Asked, openWorker, signIn } from './keyWorker.test.kit.ts'
import type { KeyParams } from './messages.ts'
import { memoryStore } from './store/deviceStore.ts'
import { type Stores, startStores } from './stores.test.kit.ts'
import { openSecret } from './wallet/passkeySecret.ts'

let stores: Stores
beforeAll(async () => {
  stores = await startStores()
})
afterAll(() => stores.stop())

const message = new TextEncoder().encode('hello')

/** What a site can ask of one wallet, and who has signed the answer. */
const kinds: readonly {
  ask: (own: Addresses) => SignRequestInput
  signerOf: (signed: never, own: Addresses) => Promise<string>
  account: keyof Addresses
}[] = [
  {
    account: 'evm',
    ask: ({ evm }) => ({ method: 'personal_sign', params: ['0x68656c6c6f', evm] }),
    signerOf: (signature: Hex) => recoverMessageAddress({ message: 'hello', signature }),
  },
  {
    account: 'evm',
    ask: ({ evm }) => ({
      ...{ method: 'eth_sendTransaction', chainId: '0x1' },
      params: [
        {
          ...{ type: '0x2', chainId: '0x1', from: evm, to: evm, nonce: '0x1', gas: '0x5208' },
          ...{ value: '0x1', data: '0x', maxFeePerGas: '0x2', maxPriorityFeePerGas: '0x1' },
        },
      ],
    }),
    signerOf: (serializedTransaction: `0x02${string}`) =>
      recoverTransactionAddress({ serializedTransaction }),
  },
  {
    account: 'sol',
    ask: ({ sol }) => ({
      ...{ method: 'solana_signMessage', params: { message: encodeBase58(message), pubkey: sol } },
    }),
    signerOf: async ({ signature }: { signature: string }, { sol }) => {
      const isOwn = ed25519.verify(decodeBase58(signature), message, decodeBase58(sol))
      return isOwn ? sol : 'another key'
    },
  },
]

/** A browser in which three users have wallets; the last one's is held by a passkey alone. */
async function sharedBrowser() {
  const store = memoryStore()
  const userIds = [0, 1, 2].map(() => crypto.randomUUID())
  const wallets: Addresses[] = []
  for (const userId of userIds.slice(0, 2))
    wallets.push(await (await signIn(stores, userId, { store })).ask('create', {}))
  const passkey = () => ({
    mode: 'passkey' as const,
    id: 'AAAA',
    secret: new Uint8Array(32).fill(7),
  })
  const held = await withArena(async (arena) =>
    secretAddresses(arena, await openSecret(arena, { envelope: null, factor: passkey() })),
  )
  await store.update(
    (device) =>
      device && {
        ...device,
        passkeyWallets: { [userIds[2]!]: { passkeyId: 'AAAA', isAdded: false, ...held } },
      },
  )
  return { passkey, store, userIds, wallets: [...wallets, held] }
}

test('signs only with the wallet that a request was prepared for, whoever logs in until it is signed', async () => {
  const { passkey, store, userIds, wallets } = await sharedBrowser()
  const user = fc.nat({ max: 2 })
  let refused = 0
  await fc.assert(
    fc.asyncProperty(
      ...[user, user, fc.constantFrom(...kinds)],
      // Before the request is signed, or at one of the calls that signing makes.
      fc.option(fc.nat({ max: 2 }), { nil: undefined }),
      // In the same document, or in another tab.
      fc.boolean(),
      async (first, next, { account, ask, signerOf }, atCall, isOtherTab) => {
        let onCall = async () => {}
        const tab = await openWorker(stores, {
          store,
          fetch: async (...given) => {
            await onCall()
            return fetch(...given)
          },
        })
        const other = isOtherTab ? await openWorker(stores, { store }) : tab
        const logIn = (who: Asked, index: number) =>
          who.ask('load', { ticket: stores.ticketFor(userIds[index]!) })
        await logIn(tab, first)
        const own = wallets[first]!
        const rid = crypto.randomUUID()
        const request = ask(own) as KeyParams<'prepare'>['request']
        const { digest } = await tab.ask('prepare', { rid, request })
        if (atCall === undefined) await logIn(other, next)
        else {
          let left = atCall
          onCall = async () => {
            if (left-- !== 0) return
            onCall = async () => {}
            await logIn(other, next)
          }
        }
        const factor = passkey()
        const signed = await tab.ask('sign', { rid, digest, factor }).catch((error) => error)
        if (!(signed instanceof Error))
          expect(await signerOf(signed as never, own)).toBe(own[account])
        else {
          // Only another user's login prevents it.
          expect(next).not.toBe(first)
          refused += 1
          if (atCall === undefined) expect(signed).toMatchObject({ code: 'request-aborted' })
        }
      },
    ),
    {
      numRuns: Number(process.env.MODEL_RUNS ?? 40),
      // Always refused: random inputs alone may miss every refusal.
      examples: [[0, 1, kinds[0]!, undefined, false]],
    },
  )
  expect(refused).toBeGreaterThan(0)
})
