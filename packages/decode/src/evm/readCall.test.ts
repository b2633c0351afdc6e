import {
  type AbiFunction,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  type Hex,
  maxUint256,
  parseAbi,
  parseAbiParameters,
  toFunctionSelector,
} from 'viem'
import { describe, expect, it } from 'vitest'
import { alice, ethereum, inputOf, mallory, offline, testNow } from '../decode.test.kit.ts'
import { describeRequest } from '../describeRequest.ts'
import { warningsOf } from '../risk.ts'
import { createAssetBook } from './assetBook.ts'
import { bundleFunctions } from './bundleFunctions.ts'
import type { CallReading } from './callReading.ts'
import { checksumAddress } from './checksumAddress.ts'
import { decodeAbi } from './decodeAbi.ts'
import { fromHex } from './hex.ts'
import { knownContracts } from './knownContracts.ts'
import { paymentFunctions } from './paymentFunctions.ts'
import { permit2Functions } from './permit2Functions.ts'
import { readCall } from './readCall.ts'
import { safeFunctions } from './safeFunctions.ts'
import { swapFunctions } from './swapFunctions.ts'
import { tokenFunctions } from './tokenFunctions.ts'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const collection = '0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D'
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const entryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
const safe = '0x5aFE3855358E112B5647B952709E6165e1c1eEEe'
const router = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'

/** Calls are selected by full signature, since several share a name. */
function call(signature: string, args: readonly unknown[]): Hex {
  const [entry] = parseAbi([`function ${signature}`] as string[]) as unknown as AbiFunction[]
  return encodeFunctionData({ abi: [entry!], args })
}
const approveAll = call('setApprovalForAll(address,bool)', [mallory, true])
const approveMax = call('approve(address,uint256)', [mallory, maxUint256])

const read = (to: string | undefined, data: Hex, value = 0n): CallReading =>
  readCall(
    { to: to?.toLowerCase(), data: fromHex(data), value, sender: alice.toLowerCase() },
    {
      account: alice.toLowerCase(),
      book: createAssetBook({ network: ethereum, account: alice }),
      budget: { left: 200 },
      depth: 0,
      now: testNow,
    },
  )
const codesOf = (reading: CallReading) => warningsOf([reading]).map(({ code }) => code)
const zero = `0x${'00'.repeat(20)}` as const
const safeCall = (to: Hex, data: Hex, operation = 0) =>
  call(
    'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
    [to, 0n, data, operation, 0n, 0n, 0n, zero, zero, '0x'],
  )
const packed = (to: Hex, data: Hex) =>
  encodePacked(
    ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
    [0, to, 0n, BigInt((data.length - 2) / 2), data],
  )
const operation = (callData: Hex, initCode: Hex = '0x') =>
  call('handleOps((address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)[],address)', [
    [
      [
        safe,
        0n,
        initCode,
        callData,
        `0x${'00'.repeat(32)}`,
        0n,
        `0x${'00'.repeat(32)}`,
        '0x',
        '0x',
      ],
    ],
    mallory,
  ])

/** An approval of everything, somewhere inside. */
const nested: readonly (readonly [name: string, to: Hex, data: Hex])[] = [
  ['multicall(bytes[])', usdc, call('multicall(bytes[])', [[approveMax]])],
  ['multicall(uint256,bytes[])', usdc, call('multicall(uint256,bytes[])', [9n, [approveMax]])],
  [
    'multicall(bytes32,bytes[]) behind a harmless one',
    usdc,
    call('multicall(bytes32,bytes[])', [
      `0x${'00'.repeat(32)}`,
      [call('transfer(address,uint256)', [alice, 1n]), approveMax],
    ]),
  ],
  [
    'multicall in multicall',
    usdc,
    call('multicall(bytes[])', [[call('multicall(bytes[])', [[approveMax]])]]),
  ],
  ['aggregate', multicall3, call('aggregate((address,bytes)[])', [[[collection, approveAll]]])],
  [
    'tryAggregate',
    multicall3,
    call('tryAggregate(bool,(address,bytes)[])', [true, [[usdc, approveMax]]]),
  ],
  [
    'aggregate3',
    multicall3,
    call('aggregate3((address,bool,bytes)[])', [[[usdc, true, approveMax]]]),
  ],
  [
    'aggregate3Value',
    multicall3,
    call('aggregate3Value((address,bool,uint256,bytes)[])', [
      [[collection, false, 0n, approveAll]],
    ]),
  ],
  ['execTransaction', safe, safeCall(usdc, approveMax)],
  [
    'multiSend in execTransaction',
    safe,
    safeCall(
      multicall3,
      call('multiSend(bytes)', [concat([packed(usdc, '0x'), packed(collection, approveAll)])]),
      1,
    ),
  ],
  [
    'executeBatch of an account in handleOps',
    entryPoint,
    operation(call('executeBatch((address,uint256,bytes)[])', [[[usdc, 0n, approveMax]]])),
  ],
  [
    'Permit2 approve in aggregate in multicall',
    multicall3,
    call('multicall(bytes[])', [
      [
        call('aggregate((address,bytes)[])', [
          [
            [
              permit2,
              call('approve(address,address,uint160,uint48)', [
                usdc,
                mallory,
                2n ** 160n - 1n,
                2 ** 48 - 1,
              ]),
            ],
          ],
        ]),
      ],
    ]),
  ],
]

describe('the functions that are known', () => {
  const parts = [
    paymentFunctions,
    tokenFunctions,
    permit2Functions,
    bundleFunctions,
    safeFunctions,
    swapFunctions,
  ]
  const all = Object.assign({}, ...parts) as typeof tokenFunctions

  it('have viem’s selectors, each once', () => {
    for (const [selector, { name, types }] of Object.entries(all))
      expect(toFunctionSelector(`${name}(${types})`), name).toBe(selector)
    const count = parts.reduce((total, part) => total + Object.keys(part).length, 0)
    expect(Object.keys(all)).toHaveLength(count)
  })

  it('name contracts with valid checksums', () => {
    for (const address of knownContracts) expect(checksumAddress(address)).toBe(address)
  })
})

describe('decodeAbi', () => {
  it('decodes what viem encoded', () => {
    const types = 'address,uint8,int16,bool,bytes,string,bytes4,(uint256,bytes[])[],uint256[2]'
    const values = [
      alice,
      7,
      -3,
      true,
      '0x0102',
      'añ',
      '0xa9059cbb',
      [[5n, ['0x', '0xff']]],
      [1n, 2n],
    ] as const
    const bytes = fromHex(
      encodeAbiParameters(parseAbiParameters(types.replaceAll('(', ' (')), values as never),
    )
    expect(decodeAbi(types, bytes)).toEqual([
      alice.toLowerCase(),
      7n,
      -3n,
      true,
      Uint8Array.of(1, 2),
      'añ',
      Uint8Array.of(0xa9, 5, 0x9c, 0xbb),
      [[5n, [new Uint8Array(), Uint8Array.of(255)]]],
      [1n, 2n],
    ])
  })

  it('returns undefined for data that is truncated, points outside, or points to the same data a thousand times', () => {
    const good = fromHex(encodeAbiParameters(parseAbiParameters('bytes[]'), [['0x0102', '0x03']]))
    expect(decodeAbi('bytes[]', good)).toBeDefined()
    expect(decodeAbi('bytes[]', good.subarray(0, -32))).toBeUndefined()
    const outside = Uint8Array.from(good)
    outside[0] = 1
    expect(decodeAbi('bytes[]', outside)).toBeUndefined()
    // Each of 2,000 items refers to the same 60,000 bytes.
    const count = 2_000
    const bomb = new Uint8Array(64 + count * 32 + 32 + 60_000)
    const view = new DataView(bomb.buffer)
    view.setUint32(28, 32)
    view.setUint32(60, count)
    for (let index = 0; index < count; index++) view.setUint32(64 + index * 32 + 28, count * 32)
    view.setUint32(64 + count * 32 + 28, 60_000)
    expect(decodeAbi('bytes[]', bomb)).toBeUndefined()
  })
})

describe('a call', () => {
  it('shows a transfer with its receiver and amount', () => {
    const reading = read(usdc, call('transfer(address,uint256)', [mallory, 5_000_000n]))
    expect(reading).toMatchObject({ action: 'send-token', target: usdc, name: 'transfer' })
    expect(reading.leaves).toMatchObject([{ amount: 5_000_000n, asset: { symbol: 'USDC' } }])
    expect(reading.facts).toContainEqual({
      label: 'to',
      value: { kind: 'address', address: mallory, own: false },
    })
  })

  it('shows a transferFrom of others’ tokens to the account as income', () => {
    const reading = read(usdc, call('transferFrom(address,address,uint256)', [mallory, alice, 5n]))
    expect([reading.leaves, reading.comes]).toMatchObject([[], [{ amount: 5n }]])
  })

  it('shows wrapping only for well-known wrapped coins', () => {
    const data = call('deposit()', [])
    expect(read(weth, data, 9n)).toMatchObject({ action: 'wrap', comes: [{ amount: 9n }] })
    const other = read(collection, data, 9n)
    expect(other).toMatchObject({ action: 'contract-call', comes: [], leaves: [{ amount: 9n }] })
    expect(codesOf(other)).toContain('unknown-call')
  })

  it('shows a swap of a known router, with a warning when others receive it', () => {
    const signature = 'swapExactETHForTokens(uint256,address[],address,uint256)'
    const swap = (to: string) => call(signature, [7n, [weth, usdc], to, 2_000_000_000n])
    expect(codesOf(read(router, swap(alice), 9n))).not.toContain('sends-to-other')
    expect(codesOf(read(router, swap(mallory), 9n))).toContain('sends-to-other')
    expect(read(collection, swap(alice), 9n).action).toBe('contract-call')
  })

  it('shows the steps of the Universal Router: payments, receivers, allowances', () => {
    const universal = '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af'
    const sender = `0x${'1'.padStart(40, '0')}` as const
    const input = (types: string, values: readonly unknown[]) =>
      encodeAbiParameters(parseAbiParameters(types), values as never)
    const path = concat([usdc, '0x000bb8', weth])
    const v3 = 'address, uint256, uint256, bytes, bool'
    const exactIn = (to: Hex) => input(v3, [to, 7n, 3n, path, true])
    const exactOut = input(v3, [sender, 3n, 9n, concat([weth, '0x000bb8', usdc]), true])
    const run = (steps: Hex, inputs: readonly Hex[], to: Hex = universal) =>
      read(to, call('execute(bytes,bytes[],uint256)', [steps, inputs, 2_000_000_000n]))

    const plain = run('0x00', [exactIn(sender)])
    expect(plain).toMatchObject({
      action: 'swap',
      leaves: [{ amount: 7n, asset: { symbol: 'USDC' } }],
    })
    expect(run('0x01', [exactOut]).leaves).toMatchObject([
      { amount: 9n, asset: { symbol: 'USDC' } },
    ])
    expect(codesOf(plain)).not.toContain('unknown-call')
    const away = run('0x80', [exactIn(mallory)])
    expect(codesOf(away)).toContain('sends-to-other')
    expect(away.facts).toContainEqual({
      label: 'recipient',
      value: { kind: 'address', address: mallory, own: false },
    })
    const swept = run('0x0004', [
      exactIn(sender),
      input('address, address, uint256', [weth, mallory, 0n]),
    ])
    expect(codesOf(swept)).toContain('sends-to-other')
    const permit = input('((address, uint160, uint48, uint48), address, uint256), bytes', [
      [[usdc, 2n ** 160n - 1n, 1, 0], mallory, 1n],
      '0x',
    ])
    expect(codesOf(run('0x0a', [permit]))).toContain('unlimited-amount')
    for (const odd of [
      run('0x10', ['0x']),
      run('0x0000', [exactIn(sender)]),
      run('0x00', ['0x01']),
      run('0x00', [exactIn(sender)], collection),
    ])
      expect(codesOf(odd)).toContain('unknown-call')
    expect(run('0x00', [exactIn(sender)], collection).leaves).toEqual([])
  })

  it('warns of contract creation, and of calls to the account or the entry point', () => {
    expect(codesOf(read(undefined, '0x6000'))).toEqual(['creates-contract'])
    expect(codesOf(read(alice, '0x12345678'))).toContain('calls-own-account')
    expect(codesOf(read(alice, '0x'))).toEqual([])
    expect(codesOf(read(entryPoint, '0x'))).toContain('calls-entry-point')
    expect(codesOf(read(zero, '0x', 1n))).toContain('to-nobody')
    expect(codesOf(read(usdc, call('transfer(address,uint256)', [usdc, 1n])))).toContain(
      'to-nobody',
    )
  })

  it('shows a limited allowance as limited, and revoking it without a warning', () => {
    expect(codesOf(read(usdc, call('approve(address,uint256)', [mallory, 5n])))).toContain(
      'lets-spend',
    )
    const revoked = read(usdc, call('approve(address,uint256)', [mallory, 0n]))
    expect([revoked.action, codesOf(revoked)]).toEqual(['revoke-approval', []])
  })

  it('shows a token’s non-payable function called with value as unknown', () => {
    const harmless = [
      call('approve(address,uint256)', [mallory, 0n]),
      call('setApprovalForAll(address,bool)', [mallory, false]),
      call('transfer(address,uint256)', [mallory, 1n]),
    ]
    for (const data of harmless) {
      expect(codesOf(read(collection, data, 9n))).toEqual(['unknown-call'])
      expect(read(collection, data, 9n)).toMatchObject({
        action: 'contract-call',
        leaves: [{ amount: 9n }],
      })
    }
  })

  it('shows the first bytes of unknown data, and its length', () => {
    const [, data] = read(collection, `0x${'ab'.repeat(9_000)}`).facts
    expect(data).toEqual({
      label: 'data',
      value: { kind: 'hex', hex: `0x${'ab'.repeat(512)}`, bytes: 9_000 },
    })
  })

  it('[T35] finds setApprovalForAll at any depth', () => {
    expect(nested).toHaveLength(12)
    for (const [name, to, data] of nested) {
      const codes = codesOf(read(to, data))
      expect(
        codes.some((code) => code === 'unlimited-amount' || code === 'approves-all-nfts'),
        name,
      ).toBe(true)
    }
  })

  it('[T118] marks income of parts that may fail as unsure, at any depth', () => {
    const bring = call('transferFrom(address,address,uint256)', [mallory, alice, 5n])
    const universal = '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af'
    const three = (mayFail: boolean, to: Hex = usdc, data = bring) =>
      call('aggregate3((address,bool,bytes)[])', [[[to, mayFail, data]]])
    const tries = (mustSucceed: boolean) =>
      call('tryAggregate(bool,(address,bytes)[])', [mustSucceed, [[usdc, bring]]])
    const blocks = (mustSucceed: boolean) =>
      call('tryBlockAndAggregate(bool,(address,bytes)[])', [mustSucceed, [[usdc, bring]]])
    const values = (mayFail: boolean) =>
      call('aggregate3Value((address,bool,uint256,bytes)[])', [[[usdc, mayFail, 0n, bring]]])
    const ofSafe = (gas: bigint, price: bigint) =>
      call(
        'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
        [usdc, 0n, bring, 0, gas, 0n, price, zero, zero, '0x'],
      )
    const sure: readonly (readonly [to: Hex, data: Hex])[] = [
      [usdc, bring],
      [multicall3, three(false)],
      [multicall3, tries(true)],
      [multicall3, blocks(true)],
      [multicall3, values(false)],
      [multicall3, three(false, multicall3, three(false))],
      [safe, ofSafe(0n, 0n)],
      [usdc, call('multicall(bytes[])', [[bring]])],
    ]
    for (const [to, data] of sure)
      expect(read(to, data)).toMatchObject({ comes: [{ amount: 5n }], unsure: [], mayFail: false })
    const unsure: typeof sure = [
      [multicall3, three(true)],
      [multicall3, tries(false)],
      [multicall3, blocks(false)],
      [multicall3, values(true)],
      [multicall3, three(false, multicall3, three(true))],
      [multicall3, three(true, multicall3, three(false))],
      [safe, ofSafe(1n, 0n)],
      [safe, ofSafe(0n, 1n)],
      [entryPoint, operation(call('execute(address,uint256,bytes)', [usdc, 0n, bring]))],
    ]
    for (const [to, data] of unsure)
      expect(read(to, data)).toMatchObject({ comes: [], unsure: [{ amount: 5n }], mayFail: true })
    const steps = (step: Hex) =>
      read(universal, call('execute(bytes,bytes[],uint256)', [step, ['0x'], 2_000_000_000n]))
    expect([steps('0x00').mayFail, steps('0x80').mayFail]).toEqual([false, true])
  })

  it('[T35] shows nested calls as unknown unless the contract is known', () => {
    const transfer = call('transfer(address,uint256)', [mallory, 1n])
    const parts = call('multicall(bytes[])', [[transfer]])
    const three = call('aggregate3((address,bool,bytes)[])', [[[usdc, false, transfer]]])
    expect(codesOf(read(multicall3, three))).not.toContain('unknown-call')
    for (const data of [parts, three, safeCall(usdc, transfer), call('multiSend(bytes)', ['0x'])])
      expect(codesOf(read(collection, data))).toContain('unknown-call')
  })

  it('shows the income of unwrapping', () => {
    expect(read(weth, call('withdraw(uint256)', [9n]))).toMatchObject({
      leaves: [{ amount: 9n, asset: { symbol: 'WETH' } }],
      comes: [{ amount: 9n, asset: { kind: 'native' } }],
    })
  })

  it('shows changes of a Safe itself as high risk', () => {
    const shown = (signature: string, args: readonly unknown[]) => {
      const reading = read(safe, safeCall(safe, call(signature, args)))
      expect(codesOf(reading)).toContain('safe-settings')
      const [inner] = reading.calls
      expect(inner?.action).toBe('change-safe')
      return inner?.facts
        .filter(({ label }) => !['contract', 'function', 'application'].includes(label))
        .map(({ label, value }) => [
          label,
          value.kind === 'address' ? value.address : value.kind === 'number' && value.number,
        ])
    }
    expect(shown('addOwnerWithThreshold(address,uint256)', [mallory, 1n])).toEqual([
      ['new-owner', mallory],
      ['threshold', 1n],
    ])
    expect(shown('swapOwner(address,address,address)', [zero, alice, mallory])).toEqual([
      ['removed-owner', alice],
      ['new-owner', mallory],
    ])
    expect(shown('removeOwner(address,address,uint256)', [zero, alice, 1n])).toEqual([
      ['removed-owner', alice],
      ['threshold', 1n],
    ])
    expect(shown('changeThreshold(uint256)', [1n])).toEqual([['threshold', 1n]])
    expect(shown('enableModule(address)', [mallory])).toEqual([['module', mallory]])
    expect(shown('disableModule(address,address)', [zero, mallory])).toEqual([['module', mallory]])
    expect(shown('setGuard(address)', [mallory])).toEqual([['guard', mallory]])
    expect(shown('setModuleGuard(address)', [mallory])).toEqual([['guard', mallory]])
    expect(shown('setFallbackHandler(address)', [mallory])).toEqual([['handler', mallory]])
  })

  it('warns that not all is decoded when calls are nested too deeply or too many', () => {
    let data = approveMax
    for (let depth = 0; depth < 8; depth++) data = call('multicall(bytes[])', [[data]])
    expect(codesOf(read(usdc, data))).toContain('not-all-decoded')
    const many = call('multicall(bytes[])', [Array.from({ length: 300 }, () => '0x')])
    expect(codesOf(read(usdc, many))).toContain('not-all-decoded')
  })
})

describe('a bundle', () => {
  const bundle = (calls: readonly { to?: string; data?: string; value?: string }[]) =>
    describeRequest(
      inputOf({ method: 'wallet_sendCalls', chainId: '0x1', params: [{ from: alice, calls }] }),
      offline,
    )

  it('[T35] shows each call; a nested setApprovalForAll is high risk', async () => {
    for (const [name, to, data] of nested) {
      const said = await bundle([
        { to: mallory, value: '0x1' },
        { to, data },
      ])
      expect(said, name).toMatchObject({ kind: 'calls', risk: 'high' })
      expect(said.calls).toHaveLength(2)
      const codes = said.warnings.map(({ code }) => code)
      expect(codes.includes('unlimited-amount') || codes.includes('approves-all-nfts'), name).toBe(
        true,
      )
    }
  })

  it('[5.4] error: refuses malformed calls', async () => {
    for (const wrong of [{ to: '12' }, { to: mallory, data: 'ab' }, { to: mallory, value: '-1' }])
      await expect(bundle([wrong])).rejects.toMatchObject({ code: 'params-invalid' })
    await expect(bundle([])).rejects.toMatchObject({ code: 'params-invalid' })
  })

  it('error: refuses a 21st call', async () => {
    const calls = Array.from({ length: 21 }, () => ({ to: mallory }))
    expect((await bundle(calls.slice(1))).calls).toHaveLength(20)
    await expect(bundle(calls)).rejects.toMatchObject({ code: 'bundle-too-large' })
  })

  it('[T40] error: refuses authorisations of foreign code, and operations that contain one', async () => {
    const plain = { to: mallory, value: '0x1' }
    const handed = [
      { ...plain, authorizationList: [] },
      { ...plain, type: '0x4' },
      { to: entryPoint, data: operation('0x', `${mallory}00`) },
      {
        to: multicall3,
        data: call('aggregate((address,bytes)[])', [[[entryPoint, operation('0x', '0x77')]]]),
      },
    ]
    for (const one of handed)
      await expect(bundle([plain, one])).rejects.toMatchObject({ code: 'action-not-allowed' })
    const transaction = {
      type: '0x2' as const,
      from: alice,
      to: mallory,
      chainId: 1n,
      nonce: 0n,
      gas: 21_000n,
      value: 0n,
      data: '0x',
      maxFeePerGas: 1n,
      maxPriorityFeePerGas: 1n,
      accessList: [],
    }
    for (const wrong of [{ authorizationList: [] }, { type: '0x4' as '0x2' }])
      await expect(
        describeRequest(
          inputOf({
            method: 'eth_sendTransaction',
            chainId: '0x1',
            params: [{ ...transaction, ...wrong }],
          }),
          offline,
        ),
      ).rejects.toMatchObject({ code: 'action-not-allowed' })
  })
})
