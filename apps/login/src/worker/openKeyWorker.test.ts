import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FromWorker, ToWorker } from './keyWorkerMessage.ts'
import { openKeyWorker } from './openKeyWorker.ts'
import { startKeyWorker } from './startKeyWorker.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Threads that answer as the test says. */
function threads() {
  const made: {
    heard: ToWorker[]
    ended: boolean
    say(message: FromWorker): void
    thread: Worker
  }[] = []
  const createThread = () => {
    const heard: ToWorker[] = []
    const thread = {
      onmessage: null as ((event: MessageEvent) => void) | null,
      postMessage: (message: ToWorker) => void heard.push(message),
      terminate: () => {
        entry.ended = true
      },
    }
    const say = (message: FromWorker) => thread.onmessage?.({ data: message } as MessageEvent)
    const entry = { heard, ended: false, say, thread: thread as unknown as Worker }
    made.push(entry)
    return entry.thread
  }
  const keys = openKeyWorker({
    createThread,
    authUrl: 'https://login.example',
    vaultUrl: 'https://vault.example',
    surface: 'frame',
  })
  return { made, keys }
}

describe('openKeyWorker', () => {
  it('starts a thread at the first request, ends it after 60 s without work, and starts another at the next', async () => {
    const { made, keys } = threads()
    expect(made).toHaveLength(0)
    const asked = keys.ask('addresses', {})
    const value = { evm: '0x', sol: '1' }
    made[0]!.say({ type: 'answer', id: 0, value, waiting: 0 })
    expect(await asked).toEqual(value)
    vi.advanceTimersByTime(59_999)
    expect(made[0]!.ended).toBe(false)
    vi.advanceTimersByTime(1)
    expect(made[0]!.ended).toBe(true)
    void keys.ask('addresses', {}).catch(() => {})
    expect(made).toHaveLength(2)
    keys.close()
  })

  it('keeps the thread while a request is prepared, until that request expires', async () => {
    const { made, keys } = threads()
    const asked = keys.ask('addresses', {})
    made[0]!.say({ type: 'answer', id: 0, value: {}, waiting: 1 })
    await asked
    vi.advanceTimersByTime(359_999)
    expect(made[0]!.ended).toBe(false)
    vi.advanceTimersByTime(1)
    expect(made[0]!.ended).toBe(true)
  })

  it('passes the device record of a browser without storage to the next thread', async () => {
    const { made, keys } = threads()
    const asked = keys.ask('addresses', {})
    const device = { v: 1 } as never
    made[0]!.say({ type: 'device', device })
    made[0]!.say({ type: 'answer', id: 0, value: {}, waiting: 0 })
    await asked
    expect(keys.device()).toBe(device)
    vi.advanceTimersByTime(60_000)
    void keys.ask('addresses', {}).catch(() => {})
    expect(made[1]!.heard[0]).toMatchObject({ type: 'start', device })
    keys.close()
  })

  it("error: rejects a call when the thread is closed, fails or is too slow, and with the worker's own error", async () => {
    const { made, keys } = threads()
    const closed = keys.ask('addresses', {})
    keys.close()
    await expect(closed).rejects.toMatchObject({ code: 'request-aborted' })
    expect(made[0]!.ended).toBe(true)
    const refused = keys.ask('addresses', {})
    const failure = {
      type: 'failure',
      id: 1,
      code: 'not-connected',
      details: 'none',
      waiting: 0,
    } as const
    made[1]!.say(failure)
    await expect(refused).rejects.toMatchObject({ code: 'not-connected', details: 'none' })
    const crashed = keys.ask('addresses', {})
    made[1]!.thread.onerror?.({ message: 'boom' } as ErrorEvent)
    await expect(crashed).rejects.toMatchObject({ code: 'internal' })
    const late = expect(keys.ask('addresses', {})).rejects.toMatchObject({
      code: 'request-timed-out',
    })
    vi.advanceTimersByTime(150_000)
    await late
  })
})

describe('the timers of openKeyWorker', () => {
  const answer = (id: number, waiting = 0) => ({ type: 'answer', id, value: {}, waiting }) as const

  it('do not end a thread that is working, however long it was idle before', async () => {
    const { made, keys } = threads()
    const asked = [keys.ask('addresses', {}), keys.ask('addresses', {})]
    made[0]!.say(answer(0))
    // The second one is pending.
    vi.advanceTimersByTime(60_000)
    expect(made[0]!.ended).toBe(false)
    made[0]!.say(answer(1))
    await Promise.all(asked)
    vi.advanceTimersByTime(59_999)
    const third = keys.ask('addresses', {})
    vi.advanceTimersByTime(60_000)
    expect(made[0]!.ended).toBe(false)
    made[0]!.say(answer(2))
    await third
    vi.advanceTimersByTime(59_999)
    expect(made[0]!.ended).toBe(false)
    vi.advanceTimersByTime(1)
    expect([made[0]!.ended, made.length, vi.getTimerCount()]).toEqual([true, 1, 0])
  })

  it('start again at an answer to no known call', async () => {
    const { made, keys } = threads()
    const asked = keys.ask('addresses', {})
    made[0]!.say(answer(0))
    await asked
    vi.advanceTimersByTime(30_000)
    made[0]!.say(answer(9))
    vi.advanceTimersByTime(59_999)
    expect(made[0]!.ended).toBe(false)
    vi.advanceTimersByTime(1)
    expect(made[0]!.ended).toBe(true)
  })

  it('time out a call 150 s after its own start, not after that of another call', async () => {
    const { made, keys } = threads()
    const ends: string[] = []
    const ask = (name: string) =>
      keys.ask('addresses', {}).then(
        () => void ends.push(`${name} answered`),
        ({ code }) => void ends.push(`${name} ${code}`),
      )
    const first = ask('first')
    made[0]!.say(answer(0, 1))
    await first
    vi.advanceTimersByTime(100_000)
    const second = ask('second')
    keys.close()
    await second
    vi.advanceTimersByTime(30_000)
    const third = ask('third')
    vi.advanceTimersByTime(149_999)
    await Promise.resolve()
    expect(ends).toEqual(['first answered', 'second request-aborted'])
    expect(made[1]!.ended).toBe(false)
    vi.advanceTimersByTime(1)
    await third
    expect(ends.at(-1)).toBe('third request-timed-out')
    expect([made[1]!.ended, vi.getTimerCount()]).toEqual([true, 0])
  })

  it('are stopped when the thread is closed', async () => {
    const { made, keys } = threads()
    const asked = keys.ask('addresses', {})
    made[0]!.say(answer(0))
    await asked
    keys.close()
    expect(vi.getTimerCount()).toBe(0)
  })
})

it('starts the next thread with the device record that the page has set', () => {
  const { made, keys } = threads()
  const device = { v: 1 } as never
  keys.setDevice(device)
  expect(keys.device()).toBe(device)
  void keys.ask('addresses', {}).catch(() => {})
  const urls = { authUrl: 'https://login.example', vaultUrl: 'https://vault.example' }
  expect(made[0]!.heard).toEqual([
    { type: 'start', ...urls, smartAccounts: {}, surface: 'frame', device },
    { type: 'ask', id: 0, name: 'addresses', params: {} },
  ])
  keys.close()
  keys.setDevice(undefined)
  void keys.ask('addresses', {}).catch(() => {})
  expect(made[1]!.heard[0]).toEqual({ type: 'start', ...urls, smartAccounts: {}, surface: 'frame' })
  keys.close()
})

describe('startKeyWorker', () => {
  const thread = () => {
    const said: FromWorker[] = []
    const transferred: Transferable[][] = []
    const self = {
      onmessage: null as ((event: MessageEvent) => void) | null,
      postMessage(message: FromWorker, transfer: Transferable[]) {
        said.push(message)
        transferred.push(transfer)
      },
    }
    startKeyWorker(self)
    return {
      said,
      transferred,
      hear: (data: unknown) => self.onmessage?.({ data } as MessageEvent),
    }
  }

  it('ignores anything but a message, and refuses requests before it is started', async () => {
    vi.useRealTimers()
    const { said, hear } = thread()
    for (const data of [
      undefined,
      'start',
      { type: 'start' },
      { type: 'ask', id: 'x' },
      { type: 'key' },
    ])
      hear(data)
    hear({ type: 'ask', id: 1, name: 'addresses', params: {} })
    await expect
      .poll(() => said)
      .toEqual([
        {
          type: 'failure',
          id: 1,
          code: 'request-invalid',
          details: expect.any(String),
          waiting: 0,
        },
      ])
  })

  it('starts once, answers in order, and transfers the bytes of an answer', async () => {
    vi.useRealTimers()
    const { said, hear, transferred } = thread()
    const url = 'http://127.0.0.1:1'
    const start = {
      type: 'start',
      ...{ authUrl: url, vaultUrl: url, smartAccounts: {}, surface: 'frame' },
    }
    const ask = (id: number, params: object) => ({ type: 'ask', id, name: 'enrolRecovery', params })
    hear(start)
    hear(ask(1, { factor: { mode: 'new-code' } }))
    hear(ask(2, { factor: { mode: 'code', secret: new Uint8Array(28).fill(0x30) } }))
    hear(start)
    hear(ask(3, {}))
    await expect.poll(() => said.length).toBe(4)
    const [device, code, ...failures] = said
    expect(device).toMatchObject({ type: 'device' })
    expect(code).toMatchObject({ type: 'answer', id: 1, waiting: 0 })
    const bytes = (code as unknown as { value: { code: Uint8Array } }).value.code
    expect(bytes).toHaveLength(28)
    expect(transferred).toEqual([[], [bytes.buffer], [], []])
    expect(failures).toMatchObject([
      { type: 'failure', id: 2, code: 'input-invalid', waiting: 0 },
      { type: 'failure', id: 3, code: 'params-invalid', waiting: 0 },
    ])
  })

  it('returns the device record to the page when there is no store, and no key material in a failure', async () => {
    vi.useRealTimers()
    const { said, hear } = thread()
    hear({
      type: 'start',
      authUrl: 'http://127.0.0.1:1',
      vaultUrl: 'http://127.0.0.1:1',
      smartAccounts: {},
      surface: 'frame',
    })
    hear({ type: 'ask', id: 1, name: 'load', params: {} })
    await expect.poll(() => said.length).toBe(2)
    expect(said[0]).toMatchObject({ type: 'device', device: { v: 1, wallets: {} } })
    expect(said[1]).toMatchObject({
      type: 'answer',
      value: { status: 'signed-out', storage: 'memory' },
    })
    hear({ type: 'ask', id: 2, name: 'addresses', params: {} })
    await expect.poll(() => said.length).toBe(3)
    expect(Object.keys(said[2]!).sort()).toEqual(['code', 'details', 'id', 'type', 'waiting'])
  })
})
