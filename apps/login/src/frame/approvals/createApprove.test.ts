import type { FrameContext } from '@foyer/embedded/frame'
import { FoyerError } from '@foyer/protocol'
import { expect, test } from 'vitest'
import type { ApprovalStatus } from '../../approve/approval.ts'
import type { LoginSession } from '../../session/openSession.ts'
import { createFrameAccount } from '../createFrameAccount.ts'
import { createApprove, type OpenSurface } from './createApprove.ts'
import { createQueue } from './createQueue.ts'

const addresses = { evm: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', sol: '' }
const ready = { status: 'ready', userId: 'ada', mode: 'auto', addresses } as const
/** The steps of an approval, in order; the site logs another user in during one of them. */
const steps = ['build', 'prepare', 'describe', 'shown', 'sign'] as const

/** Asks for the first of two approvals, and logs in during one step of it. */
async function approveAndLogIn(step: (typeof steps)[number] | 'none') {
  const reached: string[] = []
  const shown = { open: 0, closed: 0 }
  const at = async (name: string) => {
    reached.push(name)
    if (name === step) await account.logIn('a ticket')
  }
  const session = {
    restore: async () => ready,
    keys: {
      async ask(name: string) {
        if (name !== 'load') await at(name)
        return name === 'prepare' ? { digest: '0x00', request: {} } : {}
      },
    },
  } as unknown as LoginSession
  const account = createFrameAccount({ session, onEnded: () => {} })
  const surface: OpenSurface = async (_, { onDecision }) => {
    shown.open += 1
    const close = () => {
      shown.closed += 1
    }
    // The user approves after the login.
    void at('shown').then(() => onDecision({ rid: 'r', decision: 'approve', digest: '0x00' }))
    return { show() {}, close }
  }
  const approve = createApprove({
    account,
    async describe() {
      await at('describe')
      return { kind: 'message', risk: 'low' } as never
    },
    inline: surface,
    popup: surface,
    queue: createQueue(),
    readClaims: () => undefined,
    readPlace: () => ({ hasIo2: true, width: 400, height: 600, pixelRatio: 1, storage: true }),
    rejections: { check() {}, add() {} },
    trust: 'first-party',
  })
  const ask = (build: () => Promise<void>) =>
    approve(
      {
        address: addresses.evm,
        build: async () => {
          await build()
          return {} as never
        },
        context: {
          ...{ id: 'r', origin: 'https://app.example', expiresAt: Number.POSITIVE_INFINITY },
          signal: new AbortController().signal,
        } as FrameContext,
        network: { id: 'eip155:1', name: 'Ethereum', symbol: 'ETH', decimals: 18 },
        rpc: undefined as never,
      },
      async () => 'finished',
    ).catch(({ code }: { code: string }) => code)
  const answers = await Promise.all([ask(() => at('build')), ask(async () => {})])
  return { answers, reached, shown }
}

test.each(steps)(
  'another login during the step "%s" ends an approval and those that wait behind it, and closes its card',
  async (step) => {
    const { answers, reached, shown } = await approveAndLogIn(step)
    expect(answers).toEqual(['request-aborted', 'request-aborted'])
    expect(shown.closed).toBe(shown.open)
    expect(reached.at(-1)).toBe(step === 'build' || step === 'prepare' ? 'describe' : step)
  },
)

test('an approval without another login is signed and finished', async () => {
  const { answers, reached, shown } = await approveAndLogIn('none')
  expect(answers).toEqual(['finished', 'finished'])
  expect(reached.filter((name) => name === 'sign')).toHaveLength(2)
  expect(shown).toEqual({ open: 2, closed: 2 })
})

/** Approves a request, whose signature is then used by `finish`. @returns what the card shows in the end */
async function finishWith(finish: (abort: () => void) => Promise<unknown>) {
  const session = {
    restore: async () => ready,
    keys: { ask: async () => ({ digest: '0x00', request: {} }) },
  } as unknown as LoginSession
  const statuses: ApprovalStatus[] = []
  const surface: OpenSurface = async (_, { onDecision }) => {
    queueMicrotask(() => onDecision({ rid: 'r', decision: 'approve', digest: '0x00' }))
    return { show: (__, status) => void statuses.push(status), close() {} }
  }
  const approve = createApprove({
    account: createFrameAccount({ session, onEnded: () => {} }),
    describe: async () => ({ kind: 'message', risk: 'low' }) as never,
    inline: surface,
    popup: surface,
    queue: createQueue(),
    readClaims: () => undefined,
    readPlace: () => ({ hasIo2: true, width: 400, height: 600, pixelRatio: 1, storage: true }),
    rejections: { check() {}, add() {} },
    trust: 'first-party',
  })
  const ending = new AbortController()
  await approve(
    {
      address: addresses.evm,
      build: async () => ({}) as never,
      context: {
        ...{ id: 'r', origin: 'https://app.example', expiresAt: 1 },
        signal: ending.signal,
      } as FrameContext,
      network: { id: 'eip155:1', name: 'Ethereum', symbol: 'ETH', decimals: 18 },
      rpc: undefined as never,
    },
    () => finish(() => ending.abort()),
  ).catch(() => {})
  return statuses.at(-1)
}

test('a request that expires while its signature is used is unfinished, and may have been sent', async () => {
  const end = await finishWith(async (abort) => {
    abort()
    throw new FoyerError('request-aborted')
  })
  expect(end).toEqual({ is: 'over', reason: 'unfinished' })
})

test('an error while the signature is used says that it may have been sent', async () => {
  const end = await finishWith(() => Promise.reject(new FoyerError('unknown')))
  expect(end).toEqual({ is: 'failed', code: 'unknown', maySent: true })
})
