import { safeMethods, unsafeMethods } from '@foyer/protocol'
import {
  type FrameMethodBudget,
  frameMessages,
  isFrameMessage,
  isPlainJson,
  listFrameBudgets,
} from '@foyer/protocol/frame'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerRequests } from './answerRequests.ts'
import type { FrameContext, FrameHandlers } from './frameHandlers.ts'

const account = `0x${'1'.repeat(40)}`
const pubkey = '1'.repeat(32)
const typed = { types: {}, primaryType: 'A', domain: {}, message: {} }
/** A valid payload for each message that has one. */
const payloads: Readonly<Record<string, object>> = {
  CONNECT_EMAIL: { email: 'ann@example.org' },
  UPDATE_EMAIL: { email: 'ann@example.org' },
  CONNECT_OTP: { otp: '123456' },
  UPDATE_EMAIL_PRIMARY_OTP: { otp: '123456' },
  UPDATE_EMAIL_SECONDARY_OTP: { otp: '123456' },
  GET_SOCIAL_REDIRECT_URI: { provider: 'google' },
  CONNECT_SOCIAL: { uri: 'https://id.example' },
  CONNECT_CUSTOM: { token: 'e30.e30.AA' },
  SET_PREFERRED_ACCOUNT: { type: 'eoa' },
  SWITCH_NETWORK: { chainId: 'eip155:1' },
  SYNC_DAPP_DATA: {
    metadata: {
      ...{ name: '', description: '', url: '', icons: [] },
      ...{ sdkVersion: '', sdkType: '', projectId: '' },
    },
  },
}
const params: Readonly<Record<string, unknown>> = {
  personal_sign: ['0x00', account],
  eth_signTypedData_v4: [account, typed],
  eth_sendTransaction: [{ from: account }],
  wallet_sendCalls: [{ calls: [{}] }],
  solana_signMessage: { message: '1', pubkey },
  solana_signTransaction: { transaction: 'AA==', pubkey },
  solana_signAllTransactions: { transactions: ['AA=='], pubkey },
  solana_signAndSendTransaction: { transaction: 'AA==', pubkey },
}

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
})

/** The size of a message as the frame counts it, bytes. */
function sizeOf(message: object): number {
  let bytes = 0
  while (!isPlainJson(message, bytes)) bytes += 1
  return bytes
}

/** A page connected to a frame that answers at once, or never. */
function openFrame({ isMute }: { isMute: boolean }) {
  const { port1: page, port2: port } = new MessageChannel()
  const handled: string[] = []
  const ends: number[] = []
  const reasons: string[] = []
  let at = 0
  const handlers = new Proxy({} as FrameHandlers, {
    get:
      (_, type: string) =>
      (_payload: unknown, { expiresAt }: FrameContext) => {
        handled.push(type)
        ends.push(expiresAt)
        return isMute ? new Promise(() => {}) : {}
      },
  })
  const { stop } = answerRequests({
    ...{ handlers, port, now: () => at, origin: 'https://app.example', log: () => {} },
  })
  stops.push(stop, () => page.close())
  const waiting = new Map<string, (code: number | undefined) => void>()
  page.onmessage = ({ data }) => {
    const isRefused = data.t.endsWith('_ERROR')
    if (isRefused && data.t !== 'NOTHING_ERROR') reasons.push(data.p.message)
    waiting.get(data.id)?.(isRefused && data.p.rpcCode)
  }
  let n = 0
  return {
    handled,
    ends,
    /** Messages of the refusals. */
    reasons,
    wait: (ms: number) => {
      at += ms
    },
    /**
     * @param bytes - Size of the message, which an unknown key fills.
     * @returns The code of its refusal; undefined while it is pending.
     */
    async ask({ method }: FrameMethodBudget, bytes?: number): Promise<number | false | undefined> {
      const t = isFrameMessage(method) ? method : 'RPC_REQUEST'
      const payload = isFrameMessage(method)
        ? (payloads[method] ?? {})
        : { method, params: params[method] ?? [] }
      n += 1
      const id = crypto.randomUUID()
      const said = new Promise<number | undefined>((resolve) => waiting.set(id, resolve))
      const filled = (filler: string) => ({ id, n, t, p: { ...payload, filler } })
      page.postMessage(
        bytes === undefined
          ? { id, n, t, p: payload }
          : filled('x'.repeat(bytes - sizeOf(filled('')))),
      )
      // A port delivers in order: a later message is answered later.
      n += 1
      const last = crypto.randomUUID()
      const after = new Promise<undefined>((resolve) => waiting.set(last, () => resolve(undefined)))
      page.postMessage({ id: last, n, t: 'NOTHING' })
      return Promise.race([said, after])
    },
  }
}

describe('has budgets for the frame', () => {
  it('[T10] lists size, rate, time and concurrency of every message and wallet method', () => {
    const rows = listFrameBudgets()
    const types = Object.keys(frameMessages).filter((type) => type !== 'RPC_REQUEST')
    expect(rows.map(({ method }) => method).sort()).toEqual(
      [...types, ...safeMethods, ...unsafeMethods].sort(),
    )
    for (const { bytes, method, open, perMinute, perSecond, timeMs } of rows)
      for (const limit of [bytes, open, perMinute, perSecond, timeMs])
        expect(limit, method).toSatisfy((one: number) => Number.isInteger(one) && one > 0)
  })

  it.each(listFrameBudgets())('[T10] enforces those of $method', async (row) => {
    const most = Math.min(row.open, row.perSecond)
    // A message that ends all others never waits for them.
    const waits = row.budget !== 'control' && row.open <= row.perSecond
    const frame = openFrame({ isMute: waits })
    // Both are refused for the unknown key that fills them, and only the larger one for its size.
    const tooLarge = `holds plain JSON of at most ${row.bytes} bytes.`
    for (const bytes of [row.bytes, row.bytes + 1])
      expect(await frame.ask(row, bytes)).toBe(-32_602)
    expect(frame.reasons.map((reason) => reason.includes(tooLarge))).toEqual([false, true])
    expect(frame.handled).toEqual([])
    const codes = []
    for (let turn = 0; turn < (waits ? most : row.perSecond); turn++)
      codes.push(await frame.ask(row))
    expect(codes).not.toContain(-32_005)
    expect(codes).not.toContain(-32_602)
    expect(await frame.ask(row)).toBe(-32_005)
    frame.wait(60_000)
    if (waits) expect(await frame.ask(row)).toBe(-32_005)
    else expect(await frame.ask(row)).not.toBe(-32_005)
  })

  it('tells a handler when its request expires', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
    const frame = openFrame({ isMute: false })
    const asks = ['personal_sign', 'eth_getBalance', 'GET_USER'] as const
    const rows = listFrameBudgets().filter(({ method }) => asks.some((one) => one === method))
    for (const row of rows) await frame.ask(row)
    expect(rows).toHaveLength(asks.length)
    expect(frame.ends).toEqual(rows.map(({ timeMs }) => 1_000_000 + timeMs))
  })

  it.each(['control', 'login', 'settings', 'looks', 'read', 'submit', 'ask'])(
    '[T10] limits %s for a minute, and refills in the next one',
    async (name) => {
      const row = listFrameBudgets().find(
        ({ budget, method }) => budget === name && method !== 'SIGN_OUT',
      ) as FrameMethodBudget
      const frame = openFrame({ isMute: false })
      let passed = 0
      for (let second = 0; second < 60; second++) {
        for (let turn = 0; turn <= row.perSecond; turn++)
          if ((await frame.ask(row)) !== -32_005) passed += 1
        frame.wait(1_000)
      }
      // The burst of a minute, plus the refill meanwhile.
      expect(passed).toBeLessThanOrEqual(2 * row.perMinute)
      expect(passed).toBeGreaterThanOrEqual(Math.min(row.perMinute, 60 * row.perSecond))
      frame.wait(60_000)
      expect(await frame.ask(row)).not.toBe(-32_005)
    },
  )

  it('[T79] a sign-out and an abort pass, whatever else is pending', async () => {
    const frame = openFrame({ isMute: true })
    const rows = listFrameBudgets()
    const row = (method: string) => rows.find((one) => one.method === method) as FrameMethodBudget
    const codes = []
    for (let turn = 0; turn < 100; turn++) codes.push(await frame.ask(row('personal_sign')))
    expect(codes.filter((code) => code === -32_005)).toHaveLength(1)
    expect(await frame.ask(row('eth_chainId'))).toBe(-32_005)
    expect(await frame.ask(row('RPC_ABORT'))).toBe(false)
    expect(await frame.ask(row('SIGN_OUT'))).toBeUndefined()
    expect(frame.handled.at(-1)).toBe('SIGN_OUT')
  })
})
