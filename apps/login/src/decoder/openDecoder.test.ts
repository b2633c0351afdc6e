import type { ApprovalInput, DescribeServices } from '@foyer/decode'
import { FoyerError } from '@foyer/protocol'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openDecoder } from './openDecoder.ts'
import { type DecoderThread, startDecoder } from './startDecoder.ts'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const inputOf = (request: ApprovalInput['request']): ApprovalInput => ({
  origin: 'https://shop.example',
  account: alice,
  network: { id: 'eip155:1', name: 'Ethereum', symbol: 'ETH', decimals: 18 },
  request,
})

/** A thread with a real decoder in it; `isStuck` never answers. */
function startThread({ isStuck = false } = {}) {
  const { port1, port2 } = new MessageChannel()
  const state = { ended: 0, thread: undefined as unknown as Worker }
  if (!isStuck) startDecoder(port2 as unknown as DecoderThread)
  state.thread = Object.assign(port1, {
    onerror: null,
    terminate() {
      state.ended += 1
      port1.close()
      port2.close()
    },
  }) as unknown as Worker
  return state
}
const openThreads: ReturnType<typeof startThread>[] = []
const decoder = (options?: { isStuck: boolean }) =>
  openDecoder(async () => () => {
    const started = startThread(options)
    openThreads.push(started)
    return started.thread
  })
const ended = () => openThreads.map((one) => one.ended)
afterEach(() => {
  openThreads.length = 0
  vi.useRealTimers()
})

const services = (change: Partial<DescribeServices> = {}): DescribeServices => ({
  rpc: async () => {
    throw new FoyerError('rpc-failed', { cause: { code: 3, message: 'execution reverted' } })
  },
  now: () => Date.UTC(2026, 10, 21),
  ...change,
})
const message = inputOf({ method: 'personal_sign', params: ['0x68656c6c6f', alice] })
const sending = inputOf({
  method: 'eth_sendTransaction',
  chainId: '0x1',
  params: [
    {
      ...{ from: alice, to: alice, value: 1n, data: '0x', gas: 21_000n, nonce: 0n, chainId: 1n },
      ...{ type: '0x2', maxFeePerGas: 1n, maxPriorityFeePerGas: 1n, accessList: [] },
    },
  ],
})

describe('openDecoder', () => {
  it('describes each request in its own thread, and terminates the thread', async () => {
    const describeInThread = decoder()
    const described = await describeInThread(message, services())
    expect(described).toMatchObject({ kind: 'message', text: { text: 'hello' } })
    await describeInThread(message, services())
    expect(ended()).toEqual([1, 1])
  })

  it('calls the chain for the thread, and returns a node’s error to it', async () => {
    const asked: string[] = []
    const rpc: DescribeServices['rpc'] = async (method, params) => {
      asked.push(method)
      return services().rpc(method, params)
    }
    const described = await decoder()(sending, services({ rpc }))
    expect(asked).toContain('eth_call')
    expect(described).toMatchObject({ kind: 'transaction', simulation: 'reverts' })
  })

  it('error: rejects with the decoder’s error code and details', async () => {
    const foreign = inputOf({ method: 'personal_sign', params: ['0x00', `0x${'1'.repeat(40)}`] })
    await expect(decoder()(foreign, services())).rejects.toMatchObject({
      code: 'unauthorized',
      details: 'The request names another account.',
    })
    expect(ended()).toEqual([1])
  })

  it('[T42] refuses a message that is too long to show, counted after escaping', async () => {
    const text = (hex: string, count: number) =>
      inputOf({ method: 'personal_sign', params: [`0x${hex.repeat(count)}`, alice] })
    const longest = await decoder()(text('61', 128 * 1024), services())
    expect(longest.text?.text).toHaveLength(128 * 1024)
    await expect(decoder()(text('e2808b', 40_000), services())).rejects.toMatchObject({
      code: 'params-invalid',
      details: 'The message is too long to be shown.',
    })
  })

  it('[T79] terminates the thread at once when the request is aborted', async () => {
    const ending = new AbortController()
    const described = decoder({ isStuck: true })(message, services({ signal: ending.signal }))
    setTimeout(() => ending.abort(), 20)
    await expect(described).rejects.toMatchObject({ code: 'request-aborted' })
    expect(ended()).toEqual([1])
    // A request that was aborted before its thread exists starts none.
    const late = decoder()(message, services({ signal: ending.signal }))
    await expect(late).rejects.toMatchObject({ code: 'request-aborted' })
    expect(ended()).toEqual([1])
  })

  it('[T42] terminates a thread that takes longer than 20 s', async () => {
    vi.useFakeTimers()
    const described = decoder({ isStuck: true })(message, services())
    const refused = expect(described).rejects.toMatchObject({ code: 'request-timed-out' })
    await vi.advanceTimersByTimeAsync(20_000)
    await refused
    expect(ended()).toEqual([1])
  })
})
