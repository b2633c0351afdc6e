import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLimiter } from '../limits/limiter.ts'
import { createMemoryCounter } from '../limits/memoryCounter.ts'
import type { Challenge } from './createChallenge.ts'
import { createWorkGate } from './createWorkGate.ts'

const minute = 60_000
const rates = {
  mailsBeforeWorkOfAddress: { limit: 2, windowMs: 10 * minute },
  mailsBeforeWorkOfNetwork: { limit: 4, windowMs: 10 * minute },
  mailsBeforeWorkOfAll: { limit: 6, windowMs: 60 * minute },
}
const owner = ['login', 'device-1', 'ann@example.org']

function openGate({
  challenge,
  hmacKey = 'k'.repeat(32),
  limits = rates,
}: {
  challenge?: Challenge
  hmacKey?: string
  limits?: typeof rates
} = {}) {
  const clock = { nowMs: 1_800_000_000_000 }
  const now = () => clock.nowMs
  const used = new Set<string>()
  const limiter = createLimiter({ counters: [createMemoryCounter().count], now })
  const remember = async (key: string) => used.size < used.add(key).size
  const ask = createWorkGate({ challenge, hmacKey, limiter, limits, now, remember })
  const whole = (wish: Partial<Parameters<typeof ask>[0]> = {}) =>
    ask({ address: 'a', network: 'n', owner, solution: undefined, ...wish })
  return {
    clock,
    whole,
    ask: async (wish?: Parameters<typeof whole>[0]) => (await whole(wish))?.challenge,
  }
}
/** A gate that asks everybody for work. */
async function openBusyGate(options?: Parameters<typeof openGate>[0]) {
  const gate = openGate(options)
  for (let count = 0; count < 2; count += 1) expect(await gate.ask()).toBeUndefined()
  const challenge = await gate.ask()
  if (challenge === undefined) throw new Error('no challenge')
  return { ...gate, challenge }
}
type Text = { parameters: { cost: number; keyPrefix: string; data: object }; signature: string }
const decode = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString()) as Text
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
async function solve(text: string, bend: (challenge: Text) => Text = (same) => same) {
  const challenge = bend(decode(text))
  const solution = await solveChallenge({ challenge: challenge as never, deriveKey })
  return encode({ challenge, solution })
}

test('asks after unusual volume of an address, a network or all, and never for the first mail of a quiet hour', async () => {
  const wish = fc.record({
    address: fc.constantFrom('a', 'b', 'c', 'd'),
    network: fc.constantFrom('n', 'm'),
    waitMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 90 * minute })),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(wish, { maxLength: 60 }), async (wishes) => {
      const { ask, clock } = openGate()
      const windows = new Map<string, { count: number; until: number }>()
      /** Windows as an operator reads about them. */
      const isOver = (key: string, { limit, windowMs }: { limit: number; windowMs: number }) => {
        const known = windows.get(key)
        const open = known && known.until > clock.nowMs ? known : undefined
        const window = open ?? { count: 0, until: clock.nowMs + windowMs }
        windows.set(key, window)
        if (window.count >= limit) return true
        window.count += 1
        return false
      }
      let lastAt = Number.NEGATIVE_INFINITY
      for (const { address, network, waitMs } of wishes) {
        clock.nowMs += waitMs
        const isExpected = [
          isOver(`address ${address}`, rates.mailsBeforeWorkOfAddress),
          isOver(`network ${network}`, rates.mailsBeforeWorkOfNetwork),
          isOver('all', rates.mailsBeforeWorkOfAll),
        ].includes(true)
        const isAsked = (await ask({ address, network })) !== undefined
        expect(isAsked).toBe(isExpected)
        if (clock.nowMs - lastAt >= 60 * minute) expect(isAsked).toBe(false)
        lastAt = clock.nowMs
      }
    }),
  )
})

test('lets the solution of its own challenge through, once', async () => {
  const { ask, challenge } = await openBusyGate()
  const solution = await solve(challenge)
  expect(await ask({ solution })).toBeUndefined()
  expect(await ask({ solution })).toEqual(expect.any(String))
})

test('a bot can not share a solution: another device, address or kind of request needs its own', async () => {
  const { ask, challenge } = await openBusyGate()
  const solution = await solve(challenge)
  for (const other of [
    ['login', 'device-2', 'ann@example.org'],
    ['login', 'device-1', 'bob@example.org'],
    ['link', 'device-1', 'ann@example.org'],
  ])
    expect(await ask({ owner: other, solution })).toEqual(expect.any(String))
  expect(await ask({ solution })).toBeUndefined()
})

test('a challenge is over after two minutes', async () => {
  const { ask, challenge, clock } = await openBusyGate()
  const solution = await solve(challenge)
  clock.nowMs += 120_000
  expect(await ask({ solution })).toEqual(expect.any(String))
})

test('refuses an easier challenge, a changed one, another server’s, a guess, and what is none', async () => {
  const { ask, challenge } = await openBusyGate()
  const other = await openBusyGate({ hmacKey: 'o'.repeat(32) })
  const easier = (name: 'cost' | 'keyPrefix', value: unknown) => (text: Text) => ({
    ...text,
    parameters: { ...text.parameters, [name]: value },
  })
  const { parameters, signature } = decode(challenge)
  for (const solution of [
    await solve(challenge, easier('cost', 1)),
    await solve(challenge, easier('keyPrefix', '0')),
    await solve(challenge, (text) => ({
      ...text,
      parameters: { ...text.parameters, data: { ...text.parameters.data, until: 9e15 } },
    })),
    await solve(other.challenge),
    encode({ challenge: { parameters, signature }, solution: { counter: 1, derivedKey: '00' } }),
    encode({
      challenge: { parameters, signature: '' },
      solution: { counter: 1, derivedKey: '00' },
    }),
    encode({}),
    encode(null),
    '',
    'x',
  ])
    expect(await ask({ solution })).toEqual(expect.any(String))
  expect(await ask({ solution: await solve(challenge) })).toBeUndefined()
})

describe('with an operator’s challenge', () => {
  /** The operator's server: knows the tokens of its page, and may be down. */
  function openOperators() {
    const known = new Map<string, string>()
    const state = { isDown: false, asked: 0 }
    const challenge: Challenge = {
      pageUrl: 'https://check.example/mail',
      isDown: () => state.isDown,
      async verify(token, nonce) {
        state.asked += 1
        if (state.isDown) return 'down'
        return known.get(token) === nonce ? 'passed' : 'refused'
      },
    }
    return { challenge, known, state }
  }
  const operators = () => {
    const own = openOperators()
    return { ...own, gate: openGate({ challenge: own.challenge }) }
  }
  /** Asks until the gate closes. */
  async function close(gate: ReturnType<typeof openGate>) {
    for (let count = 0; count < 2; count += 1) await gate.ask()
    return gate.whole()
  }
  const nonceOf = (page = '') => new URL(page).hash.replace('#nonce=', '')
  const bring = (challenge: string, token: string) =>
    encode({ challenge: decode(challenge), token })

  test('asks for its token instead of work, and takes each once', async () => {
    const { gate, known } = operators()
    const { challenge = '', page } = (await close(gate)) ?? {}
    expect(page).toMatch(/^https:\/\/check\.example\/mail#nonce=[0-9a-f]{32}$/)
    known.set('t-1', nonceOf(page))
    const solution = bring(challenge, 't-1')
    expect(await gate.ask({ solution })).toBeUndefined()
    expect((await gate.whole({ solution }))?.page).toBeDefined()
    // The same token, for a challenge of its own.
    const next = await gate.whole()
    known.set('t-1', nonceOf(next?.page))
    expect(await gate.ask({ solution: bring(next?.challenge ?? '', 't-1') })).toBeDefined()
  })

  test('refuses a wrong token, one for another request, an expired challenge and a forged one', async () => {
    const { gate, known, state } = operators()
    const asked = await close(gate)
    const { challenge = '', page } = asked ?? {}
    known.set('t-1', nonceOf(page))
    expect(await gate.ask({ solution: bring(challenge, 't-2') })).toBeDefined()
    expect(state.asked).toBe(1)
    for (const [solution, owner] of [
      [bring(challenge, 't-1'), ['login', 'device-2', 'ann@example.org']],
      [encode({ challenge: { ...decode(challenge), owner: 'x' }, token: 't-1' }), undefined],
      [encode({ challenge: { ...decode(challenge), until: 9e15 }, token: 't-1' }), undefined],
    ] as const)
      expect(await gate.ask({ solution, ...(owner && { owner }) })).toBeDefined()
    const late = await gate.whole()
    known.set('t-3', nonceOf(late?.page))
    gate.clock.nowMs += 120_000
    expect(await gate.ask({ solution: bring(late?.challenge ?? '', 't-3') })).toBeDefined()
    // None of these reached the operator's server.
    expect(state.asked).toBe(1)
  })

  test('falls back to the proof of work while its server is down', async () => {
    const { gate, state } = operators()
    const { challenge = '' } = (await close(gate)) ?? {}
    state.isDown = true
    const asked = await gate.whole({ solution: bring(challenge, '') })
    expect(asked?.page).toBeUndefined()
    expect(await gate.ask({ solution: await solve(asked?.challenge ?? '') })).toBeUndefined()
    state.isDown = false
    expect((await gate.whole())?.page).toBeDefined()
  })
})
