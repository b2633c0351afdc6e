import {
  devnetAddresses,
  devTokenAbi,
  type EvmChain,
  foyerDevnet,
  startEvm,
  uniswapV2RouterAbi,
  wethAbi,
} from '@foyer/devnet'
import { encodeAbiParameters, encodeFunctionData, type Hex, maxUint256, parseAbi } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { BundleCall } from '../approvalInput.ts'
import { alice, ethereum, inputOf, mallory, nodeServices, offline } from '../decode.test.kit.ts'
import { describeRequest } from '../describeRequest.ts'
import type { DescribeServices } from '../describeServices.ts'

const { uniswapV2Router, usdc, weth } = devnetAddresses
const devnet = { id: foyerDevnet.caipId, name: 'Devnet', symbol: 'ETH', decimals: 18 }
let chain: EvmChain
let services: DescribeServices

beforeAll(async () => {
  chain = await startEvm({ chainId: foyerDevnet.id, port: 0 })
  services = nodeServices(chain.url)
})
afterAll(() => chain.stop())
afterEach(() => {
  vi.useRealTimers()
})

type Changes = { value?: bigint; data?: Hex; maxFeePerGas?: bigint; gas?: bigint }
const requestOf = (to: string, chainId: bigint, changes: Changes) => ({
  method: 'eth_sendTransaction' as const,
  chainId: `0x${chainId.toString(16)}`,
  params: [
    {
      type: '0x2' as const,
      from: alice,
      to,
      chainId,
      nonce: 0n,
      gas: 300_000n,
      value: 0n,
      data: '0x',
      maxFeePerGas: 2_000_000_000n,
      maxPriorityFeePerGas: 1n,
      accessList: [],
      ...changes,
    },
  ] as [never],
})
const send = (to: string, changes: Changes, from = services) =>
  describeRequest(inputOf(requestOf(to, 31_337n, changes), { network: devnet }), from)
const bundle = (calls: readonly BundleCall[]) =>
  describeRequest(
    inputOf(
      { method: 'wallet_sendCalls', chainId: '0x7a69', params: [{ from: alice, calls }] },
      { network: devnet },
    ),
    services,
  )
const codes = (said: Awaited<ReturnType<typeof send>>) => said.warnings.map(({ code }) => code)
const transfer = (amount: bigint, to: Hex = mallory) =>
  encodeFunctionData({ abi: devTokenAbi, functionName: 'transfer', args: [to, amount] })
const asset = {
  kind: 'token',
  symbol: 'USDC',
  name: 'USD Coin',
  decimals: 6,
  address: usdc,
  known: false,
}

describe('on a chain', () => {
  it('shows outgoing coins and tokens by request and simulation', async () => {
    const coins = await send(mallory, { value: 5n })
    expect(coins).toMatchObject({
      kind: 'transaction',
      title: 'send',
      risk: 'medium',
      warnings: [],
      simulation: 'complete',
      comes: [],
      fee: { amount: 300_000n * 2_000_000_000n, asset: { symbol: 'ETH', decimals: 18 } },
    })
    expect(coins.leaves).toMatchObject([{ amount: 5n, asset: { kind: 'native' }, by: 'request' }])

    const tokens = await send(usdc, { data: transfer(7_000_000n) })
    expect(tokens).toMatchObject({ title: 'send-token', risk: 'medium', warnings: [] })
    expect(tokens.leaves).toEqual([{ asset, amount: 7_000_000n, by: 'request' }])
  })

  it('shows the income of a swap, which only the chain knows', async () => {
    const data = encodeFunctionData({
      abi: uniswapV2RouterAbi,
      functionName: 'swapExactETHForTokens',
      args: [1n, [weth, usdc], alice, 4_000_000_000n],
    })
    const said = await send(uniswapV2Router, { data, value: 10n ** 15n })
    expect(said.leaves).toMatchObject([{ amount: 10n ** 15n, asset: { kind: 'native' } }])
    expect(said.comes).toEqual([{ asset, amount: expect.any(BigInt), by: 'simulation' }])
    expect(said.comes[0]?.amount).toBeGreaterThan(0n)
    // An unknown router stays unknown, whatever the simulation shows.
    expect([said.risk, codes(said)]).toEqual(['high', ['unknown-call']])
  })

  it('adds up what the transactions of a completed bundle move and cost', async () => {
    const [whole] = requestOf(mallory, 31_337n, { value: 5n, gas: 21_000n }).params
    const calls = [whole, { ...(whole as object), nonce: 1n, value: 6n, gas: 30_000n } as never]
    const request = { method: 'wallet_sendCalls', chainId: '0x7a69' } as const
    const said = await describeRequest(
      inputOf({ ...request, params: [{ from: alice, calls }] }, { network: devnet }),
      services,
    )
    expect(said).toMatchObject({
      ...{ kind: 'calls', risk: 'medium', warnings: [], simulation: 'complete', comes: [] },
      leaves: [{ amount: 11n, asset: { kind: 'native' } }],
      fee: { amount: 51_000n * 2_000_000_000n },
    })
    expect(said.calls).toHaveLength(2)
    const other = [{ ...(whole as object), chainId: 1n } as never]
    await expect(
      describeRequest(
        inputOf({ ...request, params: [{ from: alice, calls: other }] }, { network: devnet }),
        services,
      ),
    ).rejects.toMatchObject({ code: 'params-invalid' })
  })

  it('shows a bundle in which one call needs the previous one', async () => {
    const deposit = encodeFunctionData({ abi: wethAbi, functionName: 'deposit' })
    const said = await bundle([
      { to: weth, value: '0x9', data: deposit },
      { to: weth, data: transfer(9n) },
    ])
    expect(said).toMatchObject({ kind: 'calls', simulation: 'complete' })
    expect(said.leaves).toMatchObject([
      { amount: 9n, asset: { kind: 'native' } },
      { amount: 9n, asset: { symbol: 'WETH' } },
    ])
    expect(said.calls.map(({ action }) => action)).toEqual(['contract-call', 'send-token'])
  })

  it('shows all facts of a call above the balance, and of one that reverts', async () => {
    const said = await send(usdc, { data: transfer(10n ** 18n) })
    expect(said).toMatchObject({
      simulation: 'reverts',
      risk: 'high',
      leaves: [{ amount: 10n ** 18n }],
    })
    expect(codes(said)).toEqual(['amount-above-balance', 'untried-contract', 'simulation-reverts'])
    const coins = await send(mallory, { value: 10_000n * 10n ** 18n })
    expect(codes(coins)).toContain('amount-above-balance')
  })

  it('shows an allowance without limit, and a fee a thousand times the usual', async () => {
    const data = encodeFunctionData({
      abi: devTokenAbi,
      functionName: 'approve',
      args: [mallory, maxUint256],
    })
    const said = await send(usdc, { data, maxFeePerGas: 10n ** 12n })
    expect(said).toMatchObject({ title: 'approve-token', risk: 'high', simulation: 'complete' })
    expect(codes(said)).toEqual(['lets-spend', 'unlimited-amount', 'fee-high'])
  })

  it('reports a partial simulation when the node has no eth_simulateV1, or answers malformed data', async () => {
    const old: DescribeServices = {
      ...services,
      rpc: (method, params) =>
        method === 'eth_simulateV1'
          ? Promise.reject(new Error('unknown method'))
          : services.rpc(method, params),
    }
    const said = await send(mallory, { value: 5n }, old)
    expect([said.simulation, codes(said)]).toEqual(['partial', ['simulation-partial']])
    const reverts = await send(usdc, { data: transfer(10n ** 18n) }, old)
    expect(reverts.simulation).toBe('reverts')
    for (const call of [null, 7, {}, { status: '0x1' }, { status: '0x2', logs: [] }]) {
      const broken = {
        ...services,
        rpc: async (method: string, params: unknown) => {
          const answer = await services.rpc(method, params)
          if (method !== 'eth_simulateV1') return answer
          const [{ calls }] = answer as [{ calls: unknown[] }]
          return [{ calls: calls.with(1, call) }]
        },
      }
      const told = await send(mallory, { value: 5n }, broken)
      expect([told.simulation, codes(told)]).toEqual(['partial', ['simulation-partial']])
    }
    // The devnet's tokens are in no table, so they can only be simulated.
    const token = await send(usdc, { data: transfer(5n) }, old)
    expect([token.risk, codes(token)]).toEqual(['high', ['untried-contract', 'simulation-partial']])
  })
})

/** The probe's answers before and after the one call: tokens as logged, unless `arrives` differs. */
function probed(logs: readonly ReturnType<typeof moved>[], arrives: bigint | undefined) {
  const own = pad(alice)
  const totals = new Map<string, bigint>()
  for (const { address, data, topics } of logs) {
    const amount = (topics[1] === own ? -1n : 0n) + (topics[2] === own ? 1n : 0n)
    if (amount !== 0n)
      totals.set(address, (totals.get(address) ?? 0n) + amount * (arrives ?? BigInt(data)))
  }
  const word = (value: bigint) => value.toString(16).padStart(64, '0')
  const answer = (count: number, change: bigint) => ({
    status: '0x1',
    logs: [],
    returnData: `0x${word(1n)}${[...totals.values()]
      .slice(0, count)
      .map((amount) => word(1n) + word(10n ** 15n + change * amount))
      .join('')}`,
  })
  return (count: number) => [answer(count, 0n), answer(count, 1n)] as const
}

/**
 * A node that returns forged answers; `logs` are those of the one call. @param arrives - The part of each transfer that
 * is really credited.
 */
function lying(
  logs: readonly ReturnType<typeof moved>[],
  tokens: Readonly<Record<string, Hex>> = {},
  arrives?: bigint,
) {
  const rpc: DescribeServices['rpc'] = async (method, params) => {
    if (method === 'eth_simulateV1') {
      const [{ blockStateCalls }] = params as [
        { blockStateCalls: [{ stateOverrides: Record<string, { code: string }> }] },
      ]
      // The code contains each token that it queries.
      const { code } = Object.values(blockStateCalls[0].stateOverrides)[0]!
      const count = new Set(
        logs
          .map(({ address }) => address.slice(2).toLowerCase())
          .filter((one) => code.includes(one)),
      ).size
      const [before, after] = probed(logs, arrives)(count)
      return [{ calls: [before, { status: '0x1', logs }, after] }]
    }
    if (method === 'eth_gasPrice' || method === 'eth_getBalance') return `0x${'f'.repeat(20)}`
    const [{ data }] = params as [{ data: string }]
    const answer = tokens[data.slice(0, 10)]
    if (answer === undefined) throw new Error('reverted')
    return answer
  }
  return { ...offline, rpc } satisfies DescribeServices
}
const pad = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
const moved = (token: string, from: string, to: string, amount: bigint) => ({
  address: token,
  topics: [
    '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
    pad(from),
    pad(to),
  ],
  data: `0x${amount.toString(16).padStart(64, '0')}`,
})
const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
const number = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value])
const collection = '0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D'
const realUsdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const six = { '0x313ce567': number(6n), '0x70a08231': number(10n ** 12n) }

describe('on a chain that fails or lies', () => {
  const request = inputOf(requestOf(realUsdc, 1n, { data: transfer(7n) }))
  const facts = (said: Awaited<ReturnType<typeof send>>) => {
    expect(said.calls[0]?.facts).toContainEqual({
      label: 'to',
      value: { kind: 'address', address: mallory, own: false },
    })
    expect(said.leaves[0]).toMatchObject({ amount: 7n, asset: { symbol: 'USDC' } })
  }

  it('[T36] shows recipient and amount when the chain gives no answer, or a malformed one', async () => {
    const nonsense = ['x', null, {}, [], [{}], [{ calls: [] }], [{ calls: [{ status: '0x1' }] }], 7]
    const said = await describeRequest(request, offline)
    facts(said)
    expect(codes(said)).toContain('simulation-unavailable')
    for (const answer of nonsense) {
      const odd = await describeRequest(request, { ...offline, rpc: async () => answer })
      facts(odd)
      expect(odd.simulation).not.toBe('complete')
      expect(codes(odd).some((code) => code.startsWith('simulation-'))).toBe(true)
    }
  })

  it('[T36] shows recipient and amount after 5 s when the chain never answers', async () => {
    vi.useFakeTimers()
    const asked = describeRequest(request, { ...offline, rpc: () => new Promise(() => undefined) })
    let settled = false
    void asked.finally(() => {
      settled = true
    })
    await vi.advanceTimersByTimeAsync(4_999)
    expect(settled).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    const said = await asked
    facts(said)
    expect([said.simulation, codes(said)]).toEqual([
      'timed-out',
      ['token-unreadable', 'simulation-timed-out'],
    ])
  })

  it('[T36] warns when the simulation shows nothing, less, or something else', async () => {
    const honest = await describeRequest(request, lying([moved(realUsdc, alice, mallory, 7n)], six))
    expect([honest.risk, codes(honest)]).toEqual(['medium', []])
    const other = collection
    for (const logs of [
      [],
      [moved(realUsdc, alice, mallory, 6n)],
      [moved(realUsdc, alice, mallory, 7n), moved(other, alice, mallory, 1n)],
    ]) {
      const said = await describeRequest(request, lying(logs, six))
      facts(said)
      expect(codes(said)).toEqual(['simulation-disagrees'])
      expect(said.risk).toBe('high')
    }
    const more = await describeRequest(request, lying([moved(realUsdc, alice, mallory, 9n)], six))
    expect(more.leaves).toMatchObject([{ amount: 9n, by: 'simulation' }])
  })

  const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
  const bait = (mayFail: boolean) =>
    encodeFunctionData({
      abi: parseAbi(['function aggregate3Value((address,bool,uint256,bytes)[]) payable']),
      args: [
        [
          [mallory, false, 10n ** 19n, '0x'],
          [
            realUsdc,
            mayFail,
            0n,
            encodeFunctionData({
              abi: devTokenAbi,
              functionName: 'transferFrom',
              args: [mallory, alice, 35_000_000_000n],
            }),
          ],
        ],
      ],
    })
  const baited = (mayFail: boolean, from: DescribeServices) =>
    describeRequest(
      inputOf(requestOf(multicall3, 1n, { data: bait(mayFail), value: 10n ** 19n })),
      from,
    )
  const brought = moved(realUsdc, mallory, alice, 35_000_000_000n)

  it('[T118] shows no income that calldata invents, and warns with high risk', async () => {
    for (const from of [lying([], six), offline])
      for (const mayFail of [true, false]) {
        const said = await baited(mayFail, from)
        expect(said.leaves).toMatchObject([{ amount: 10n ** 19n, asset: { kind: 'native' } }])
        expect([said.comes, said.risk]).toEqual([[], 'high'])
        expect(codes(said)).toContain('promises-more')
      }
  })

  it('[T118] shows no income of a part that may fail, even if the simulation shows it', async () => {
    const sure = await baited(false, lying([brought], six))
    expect(sure.comes).toMatchObject([{ amount: 35_000_000_000n, by: 'simulation' }])
    expect(codes(sure)).not.toContain('income-may-fail')
    const may = await baited(true, lying([brought], six))
    expect([may.comes, may.risk]).toEqual([[], 'high'])
    expect(codes(may)).toContain('income-may-fail')
  })

  it('[T118] shows the smaller income and the larger loss of logs and balances', async () => {
    const twice = await baited(false, lying([brought], six, 70_000_000_000n))
    expect(twice.comes).toMatchObject([{ amount: 35_000_000_000n }])
    for (const arrives of [0n, 5n, 3n]) {
      const taken = lying([moved(realUsdc, alice, mallory, 5n)], six, arrives)
      const said = await describeRequest(
        inputOf(requestOf(collection, 1n, { data: '0x12345678' })),
        taken,
      )
      expect(said.leaves).toMatchObject([{ amount: 5n, by: 'simulation' }])
    }
    const more = lying([moved(realUsdc, alice, mallory, 5n)], six, 9n)
    const said = await describeRequest(
      inputOf(requestOf(collection, 1n, { data: '0x12345678' })),
      more,
    )
    expect(said.leaves).toMatchObject([{ amount: 9n, by: 'simulation' }])
  })

  it('shows the income of a swap without a warning, since it states a minimum only', async () => {
    const router = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
    const data = encodeFunctionData({
      abi: uniswapV2RouterAbi,
      functionName: 'swapExactETHForTokens',
      args: [1n, [weth, realUsdc], alice, 4_000_000_000n],
    })
    const said = await describeRequest(
      inputOf(requestOf(router, 1n, { data, value: 10n ** 15n })),
      lying([moved(realUsdc, mallory, alice, 9n)], six),
    )
    expect([said.comes, codes(said)]).toMatchObject([[{ amount: 9n }], []])
  })

  it('[T118] shows no income that a contract only logs, and warns of it', async () => {
    const said = await describeRequest(request, lying([brought], six, 0n))
    expect([said.comes, said.risk]).toEqual([[], 'high'])
    expect(codes(said)).toContain('promises-more')
    // Shares are rounded: one percent less is not a lie.
    const shares = await baited(false, lying([brought], six, 34_999_999_999n))
    expect(shares.comes).toMatchObject([{ amount: 34_999_999_999n }])
  })

  it('[T36] reports a simulation with unreadable transfers as partial', async () => {
    const odd = { ...brought, topics: brought.topics.slice(0, 1) }
    const many = Array.from({ length: 51 }, (_, at) => ({
      ...brought,
      address: `0x${String(at).padStart(40, '1')}`,
    }))
    for (const logs of [[odd], many, Array.from({ length: 1_001 }, () => brought)]) {
      const said = await baited(false, lying(logs, six))
      expect([said.simulation, said.comes]).toEqual(['partial', []])
      expect(codes(said)).toEqual(expect.arrayContaining(['simulation-partial', 'promises-more']))
    }
  })

  it('keeps every warning when the simulation shows no harm', async () => {
    const approve = encodeFunctionData({
      abi: devTokenAbi,
      functionName: 'approve',
      args: [mallory, maxUint256],
    })
    const input = inputOf(requestOf(realUsdc, 1n, { data: approve }))
    const good = await describeRequest(
      input,
      lying([moved(realUsdc, mallory, alice, 10n ** 9n)], six),
    )
    expect(good.comes).toMatchObject([{ amount: 10n ** 9n, by: 'simulation' }])
    // An approval brings no income.
    expect([good.risk, codes(good)]).toEqual([
      'high',
      ['lets-spend', 'unlimited-amount', 'simulation-disagrees'],
    ])
  })

  it("escapes and truncates a hostile token's texts, and warns of its imitation", async () => {
    const input = inputOf(requestOf(collection, 1n, { data: transfer(7n) }))
    const read = async (symbol: string, decimals: bigint) => {
      const said = await describeRequest(
        input,
        lying([], {
          '0x95d89b41': text(symbol),
          '0x06fdde03': text(`Free\u202e money\n${'x'.repeat(500)}`),
          '0x313ce567': number(decimals),
        }),
      )
      return { codes: codes(said), asset: said.leaves[0]?.asset }
    }
    const cyrillic = await read('UЅDС', 6n)
    expect(cyrillic.codes).toContain('token-imitates')
    expect(cyrillic.asset?.name).toMatch(/^Free money x{29}$/)
    expect((await read('\u200bE\u200dTH', 18n)).codes).toContain('token-imitates')
    const huge = await read('$'.repeat(80), 2n ** 200n)
    expect(huge.asset).toMatchObject({ symbol: '$'.repeat(16), known: false })
    expect(huge.asset?.decimals).toBeUndefined()
    expect(huge.codes).toContain('token-unreadable')
    expect((await read('SHOP', 18n)).codes).not.toContain('token-imitates')
  })

  it('shows an NFT for a function that ERC-20 and ERC-721 share', async () => {
    const approve = encodeFunctionData({
      abi: devTokenAbi,
      functionName: 'approve',
      args: [mallory, 77n],
    })
    const said = await describeRequest(
      inputOf(requestOf(collection, 1n, { data: approve })),
      lying([], { '0x01ffc9a7': number(1n), '0x95d89b41': text('APES') }),
    )
    expect(said).toMatchObject({ title: 'approve-nft', risk: 'high' })
    expect(said.calls[0]?.facts).toContainEqual({
      label: 'token-id',
      value: { kind: 'number', number: 77n },
    })
  })

  it('error: rejects when aborted during the call to the chain, or before', async () => {
    const controller = new AbortController()
    const hanging = {
      ...offline,
      rpc: () => new Promise(() => undefined),
      signal: controller.signal,
    }
    const asked = describeRequest(request, hanging)
    controller.abort()
    await expect(asked).rejects.toMatchObject({ code: 'request-aborted' })
    await expect(describeRequest(request, hanging)).rejects.toMatchObject({
      code: 'request-aborted',
    })
  })

  it('error: refuses a transaction for another network than the one shown', async () => {
    const input = inputOf(requestOf(mallory, 5n, {}), { network: ethereum })
    await expect(describeRequest(input, offline)).rejects.toMatchObject({ code: 'params-invalid' })
  })
})
