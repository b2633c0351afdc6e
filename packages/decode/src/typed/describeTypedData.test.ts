import { encodeFunctionData, maxUint256, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import { alice, inputOf, mallory, offline, testNow } from '../decode.test.kit.ts'
import { describeRequest } from '../describeRequest.ts'
import type { DescribeServices } from '../describeServices.ts'
import type { TypedData } from './typedData.ts'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const seaport = '0x0000000000000068F116a894984e2DB1123eB395'
const nobody = `0x${'00'.repeat(20)}` as const
const zero32 = `0x${'00'.repeat(32)}`
const soon = Math.floor(testNow / 1000) + 3_600
const day = 86_400

const fields = (text: string) =>
  text.split(',').map((part) => {
    const [type = '', name = ''] = part.split(' ')
    return { type, name }
  })
const data = (
  primaryType: string,
  types: Readonly<Record<string, string>>,
  message: object,
  verifyingContract = usdc,
): TypedData => ({
  types: Object.fromEntries(Object.entries(types).map(([name, text]) => [name, fields(text)])),
  primaryType,
  domain: { name: 'Coin', version: '2', chainId: 1, verifyingContract },
  message: message as TypedData['message'],
})
/** USDC with six decimals, of which alice has 1,000. */
const chain: DescribeServices = {
  ...offline,
  rpc: async (method, params) => {
    const [{ data: input }] = params as [{ data: string }]
    const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`
    if (method === 'eth_call' && input === '0x313ce567') return word(6n)
    if (method === 'eth_call' && input.startsWith('0x70a08231')) return word(1_000_000_000n)
    throw new Error('reverted')
  },
}
const describeData = (typed: TypedData, services = chain) =>
  describeRequest(
    inputOf({ method: 'eth_signTypedData_v4', chainId: '0x1', params: [alice, typed] }),
    services,
  )
const codes = (said: Awaited<ReturnType<typeof describeData>>) =>
  said.warnings.map(({ code }) => code)

const erc2612 = (value: bigint | string, deadline: number | string = soon) =>
  data(
    'Permit',
    { Permit: 'address owner,address spender,uint256 value,uint256 nonce,uint256 deadline' },
    { owner: alice, spender: mallory, value: String(value), nonce: 0, deadline },
  )
const single = 'PermitDetails details,address spender,uint256 sigDeadline'
const details = 'address token,uint160 amount,uint48 expiration,uint48 nonce'
const permissions = 'address token,uint256 amount'
const grant = (amount: bigint, expiration = soon) => ({
  token: usdc,
  amount: String(amount),
  expiration,
  nonce: 0,
})
const unlimited160 = 2n ** 160n - 1n

describe('a permit', () => {
  it('[T34] shows spender, amount and deadline of an unlimited one, as high risk', async () => {
    const said = await describeData(erc2612(maxUint256))
    expect(said).toMatchObject({ kind: 'permit', title: 'permit-spending', risk: 'high' })
    expect(codes(said)).toEqual(['unlimited-amount', 'lets-spend'])
    expect(said.facts).toEqual([
      { label: 'spender', value: { kind: 'address', address: mallory, own: false } },
      { label: 'token', value: { kind: 'address', address: usdc, own: false } },
      {
        label: 'amount',
        value: {
          kind: 'amount',
          amount: maxUint256,
          unlimited: true,
          asset: { kind: 'token', symbol: 'USDC', decimals: 6, address: usdc, known: true },
        },
      },
      { label: 'deadline', value: { kind: 'moment', at: soon * 1000 } },
      { label: 'protocol', value: { kind: 'text', text: 'ERC-2612' } },
    ])
  })

  it('[T34] shows each one as high risk, like an approval on the chain, with its amount', async () => {
    const allowed = async (amount: bigint) => {
      const said = await describeData(erc2612(amount))
      expect(said.risk).toBe(amount > 0n ? 'high' : 'medium')
      return codes(said)
    }
    expect(await allowed(0n)).toEqual([])
    expect(await allowed(999_999_999n)).toEqual(['lets-spend'])
    expect(await allowed(1_000_000_000n)).toEqual(['whole-balance', 'lets-spend'])
    expect(await allowed(100_000_000_000n)).toEqual(['whole-balance', 'lets-spend'])
    expect(await allowed(100_000_000_001n)).toEqual(['amount-far-above-balance', 'lets-spend'])
    const late = await describeData(erc2612(0n, soon + 31 * day))
    expect(late).toMatchObject({
      risk: 'high',
      warnings: [{ code: 'long-deadline', values: { days: '31' } }],
    })
    const never = await describeData(erc2612(0n, String(maxUint256)))
    expect(never.warnings).toEqual([{ code: 'long-deadline', values: { days: 'never' } }])
    expect(never.facts).toContainEqual({
      label: 'deadline',
      value: { kind: 'moment', at: 'never' },
    })
    expect(codes(await describeData(erc2612(0n, 1)))).toEqual(['deadline-passed'])
  })

  it('[T34] describes every kind of Permit2, and the permits of tokens themselves', async () => {
    const transfer = {
      permitted: { token: usdc, amount: String(maxUint256) },
      spender: mallory,
      nonce: 1,
      deadline: soon,
    }
    const batch = { ...transfer, permitted: [transfer.permitted, transfer.permitted] }
    const one = 'TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline'
    const several = one.replace('TokenPermissions', 'TokenPermissions[]')
    const witness = { ...transfer, witness: { price: 1 } }
    const kinds: readonly (readonly [title: string, protocol: string, TypedData])[] = [
      [
        'permit-spending',
        'Permit2',
        data(
          'PermitSingle',
          { PermitSingle: single, PermitDetails: details },
          { details: grant(unlimited160), spender: mallory, sigDeadline: soon },
          permit2,
        ),
      ],
      [
        'permit-spending',
        'Permit2',
        data(
          'PermitBatch',
          {
            PermitBatch: single.replace('PermitDetails', 'PermitDetails[]'),
            PermitDetails: details,
          },
          { details: [grant(1n), grant(unlimited160)], spender: mallory, sigDeadline: soon },
          permit2,
        ),
      ],
      [
        'permit-transfer',
        'Permit2',
        data(
          'PermitTransferFrom',
          { PermitTransferFrom: one, TokenPermissions: permissions },
          transfer,
          permit2,
        ),
      ],
      [
        'permit-transfer',
        'Permit2',
        data(
          'PermitBatchTransferFrom',
          { PermitBatchTransferFrom: several, TokenPermissions: permissions },
          batch,
          permit2,
        ),
      ],
      [
        'permit-transfer',
        'Permit2',
        data(
          'PermitWitnessTransferFrom',
          {
            PermitWitnessTransferFrom: `${one},Order witness`,
            TokenPermissions: permissions,
            Order: 'uint256 price',
          },
          witness,
          permit2,
        ),
      ],
      [
        'permit-spending',
        'DAI',
        data(
          'Permit',
          { Permit: 'address holder,address spender,uint256 nonce,uint256 expiry,bool allowed' },
          { holder: alice, spender: mallory, nonce: 0, expiry: 0, allowed: true },
        ),
      ],
      [
        'permit-transfer',
        'ERC-3009',
        data(
          'TransferWithAuthorization',
          {
            TransferWithAuthorization:
              'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce',
          },
          {
            from: alice,
            to: mallory,
            value: String(maxUint256),
            validAfter: 0,
            validBefore: soon,
            nonce: zero32,
          },
        ),
      ],
    ]
    for (const [title, protocol, typed] of kinds) {
      const said = await describeData(typed)
      expect(said, title).toMatchObject({ kind: 'permit', title, risk: 'high' })
      expect(codes(said), typed.primaryType).toContain('unlimited-amount')
      expect(said.facts).toContainEqual({
        label: 'protocol',
        value: { kind: 'text', text: protocol },
      })
      const [who] = said.facts
      expect(who?.value).toEqual({ kind: 'address', address: mallory, own: false })
    }
    const [, , witnessed] = kinds[4]!
    expect(codes(await describeData(witnessed))).toContain('unknown-typed-data')
  })

  it('[T34] shows the receiver of an x402 payment by Permit2, and anything like it as a permission to spend', async () => {
    const proxy = '0x402085c248EeA27D92E8b30b2C58ed07f9E20001'
    const one = 'TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline'
    const payment = (
      spender: string,
      { type = 'Witness', fields = 'address to,uint256 validAfter' } = {},
    ) =>
      data(
        'PermitWitnessTransferFrom',
        {
          PermitWitnessTransferFrom: `${one},${type} witness`,
          TokenPermissions: permissions,
          [type]: fields,
        },
        {
          ...{ permitted: { token: usdc, amount: '1000000' }, spender, nonce: 1, deadline: soon },
          witness: {
            ...{ to: mallory, validAfter: 0 },
            ...(fields.includes('facilitator') && { facilitator: alice }),
          },
        },
        permit2,
      )
    const said = await describeData(payment(proxy))
    expect(said).toMatchObject({ kind: 'permit', title: 'permit-transfer' })
    expect(said.facts[0]).toMatchObject({
      ...{ label: 'to', value: { kind: 'address', address: mallory, own: false } },
    })
    expect(said.leaves).toMatchObject([{ amount: 1_000_000n, by: 'request' }])
    expect(codes(said)).not.toContain('lets-spend')
    expect(codes(said)).not.toContain('unknown-typed-data')
    for (const other of [
      payment(mallory),
      payment(proxy, { type: 'Order' }),
      payment(proxy, { fields: 'address to,address facilitator,uint256 validAfter' }),
    ]) {
      const like = await describeData(other)
      expect(like.facts[0]?.label).toBe('spender')
      expect(codes(like)).toEqual(expect.arrayContaining(['lets-spend', 'unknown-typed-data']))
    }
  })

  it('shows the types of a permit at another contract, or with another field, as unknown', async () => {
    const elsewhere = data(
      'PermitSingle',
      { PermitSingle: single, PermitDetails: details },
      { details: grant(1n), spender: mallory, sigDeadline: soon },
    )
    const other = data(
      'Permit',
      { Permit: 'address owner,address spender,uint256 amount,uint256 nonce,uint256 deadline' },
      { owner: alice, spender: mallory, amount: 1, nonce: 0, deadline: soon },
    )
    const permitted = 'TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline'
    const values: Record<string, unknown> = {
      permitted: { token: usdc, amount: 1, amounts: 1 },
      ...{ spender: mallory, nonce: 1, deadline: soon, deadlines: soon, extra: 1 },
    }
    /** Picks the fields of a type from a message, and no others. */
    const valuesOf = (shape: string, from: object) =>
      Object.fromEntries(fields(shape).map(({ name }) => [name, Reflect.get(from, name)]))
    const ofPermit2 = (name: string, shape: string, part = permissions) => {
      const message = {
        ...valuesOf(shape, values),
        permitted: valuesOf(part, values.permitted as object),
      }
      return data(name, { [name]: shape, TokenPermissions: part }, message, permit2)
    }
    const alike = [
      // Its fields under another name, its name over other fields, and a part with other fields.
      ofPermit2('Order', permitted),
      ofPermit2('APermitTransferFrom', permitted),
      ofPermit2('PermitTransferFrom', `${permitted},uint256 extra`),
      ofPermit2('PermitWitnessTransferFrom', permitted),
      ofPermit2('PermitWitnessTransferFrom', `${permitted}s`),
      ofPermit2('Order', `${permitted},uint256 extra`),
      ofPermit2('PermitTransferFrom', permitted, 'address token,uint256 amounts'),
      data(
        'Permit',
        { Permit: single, PermitDetails: details },
        { details: grant(1n), spender: mallory, sigDeadline: soon },
        permit2,
      ),
      data(
        'PermitSingle',
        { PermitSingle: single, PermitDetails: 'address token,uint160 amount' },
        { details: { token: usdc, amount: 1 }, spender: mallory, sigDeadline: soon },
        permit2,
      ),
      data(
        'Approval',
        { Approval: 'address owner,address spender,uint256 value,uint256 nonce,uint256 deadline' },
        { owner: alice, spender: mallory, value: 1, nonce: 0, deadline: soon },
      ),
    ]
    for (const typed of [elsewhere, other, ...alike])
      expect(await describeData(typed)).toMatchObject({
        kind: 'blind',
        risk: 'high',
        warnings: [{ code: 'unknown-typed-data' }],
      })
  })
})

describe('an order', () => {
  const types = {
    OrderComponents:
      'address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter',
    OfferItem:
      'uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount',
    ConsiderationItem:
      'uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient',
  }
  const order = (receiver: string, startAmount: string) =>
    data(
      'OrderComponents',
      types,
      {
        offerer: alice,
        zone: mallory,
        orderType: 0,
        startTime: 0,
        endTime: soon,
        zoneHash: zero32,
        salt: 1,
        conduitKey: zero32,
        counter: 0,
        offer: [
          { itemType: 2, token: usdc, identifierOrCriteria: 77, startAmount: 1, endAmount: 1 },
        ],
        consideration: [
          {
            itemType: 0,
            token: `0x${'00'.repeat(20)}`,
            identifierOrCriteria: 0,
            startAmount,
            endAmount: 3,
            recipient: receiver,
          },
        ],
      },
      seaport,
    )

  it('shows the outgoing amount and the minimum income', async () => {
    const said = await describeData(order(alice, '9'))
    expect(said).toMatchObject({
      title: 'sign-order',
      risk: 'high',
      leaves: [{ amount: 1n, tokenId: 77n, asset: { kind: 'nft', address: usdc } }],
      comes: [{ amount: 3n, asset: { kind: 'native' } }],
    })
    expect(codes(said)).toEqual(['lets-spend'])
    const toOther = await describeData(order(mallory, '9'))
    expect(codes(toOther)).toContain('order-for-nothing')
    expect(toOther.facts[0]).toEqual({
      label: 'recipient',
      value: { kind: 'address', address: mallory, own: false },
    })
    // Seaport burns items without a receiver.
    expect(codes(await describeData(order(nobody, '9')))).toContain('order-for-nothing')
  })

  it('[T118] shows no income for an order at an unknown contract', async () => {
    const elsewhere = order(alice, '9')
    const said = await describeData({
      ...elsewhere,
      domain: { ...elsewhere.domain, verifyingContract: mallory },
    })
    expect([said.kind, said.risk, said.comes]).toEqual(['blind', 'high', []])
  })
})

describe('typed data', () => {
  const safeTx = (to: string, inner: string, operation: number, changes: object = {}) =>
    data(
      'SafeTx',
      {
        SafeTx:
          'address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce',
      },
      {
        to,
        value: 0,
        data: inner,
        operation,
        safeTxGas: 0,
        baseGas: 0,
        gasPrice: 0,
        gasToken: nobody,
        refundReceiver: nobody,
        nonce: 4,
        ...changes,
      },
      mallory,
    )
  const userOperation = (initCode: string) =>
    data(
      'PackedUserOperation',
      {
        PackedUserOperation:
          'address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData',
      },
      {
        sender: mallory,
        nonce: 1,
        initCode,
        callData: '0x12345678',
        accountGasLimits: zero32,
        preVerificationGas: 1,
        gasFees: zero32,
        paymasterAndData: '0x',
      },
      '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108',
    )

  it('shows the call inside a Safe transaction', async () => {
    const approve = encodeFunctionData({
      abi: parseAbi(['function approve(address,uint256)']),
      args: [mallory, maxUint256],
    })
    const said = await describeData(safeTx(usdc, approve, 1))
    expect(said).toMatchObject({
      title: 'sign-safe-transaction',
      risk: 'high',
      calls: [{ action: 'approve-token', target: usdc }],
    })
    expect(codes(said)).toEqual(expect.arrayContaining(['unlimited-amount', 'delegate-call']))
  })

  it('[T35] shows a Safe’s signature as high risk, like the same transaction on the chain: value, refund, changes', async () => {
    const said = (changes: object, data = '0x', operation = 0) =>
      describeData(safeTx(usdc, data, operation, changes))
    const plain = await said({ value: '5' })
    expect([plain.risk, codes(plain)]).toEqual(['high', ['acts-for-safe']])
    expect(plain.facts).toContainEqual({
      label: 'value',
      value: { kind: 'amount', amount: 5n, unlimited: false, asset: expect.anything() },
    })
    expect(plain.facts.map(({ label }) => label)).not.toContain('refund')
    const refund = await said({
      gasPrice: '1000000000',
      baseGas: '50000',
      safeTxGas: '30000',
      gasToken: usdc,
      refundReceiver: mallory,
    })
    expect(codes(refund)).toEqual(expect.arrayContaining(['acts-for-safe', 'safe-refund']))
    expect(refund.facts).toContainEqual({
      label: 'refund-receiver',
      value: { kind: 'address', address: mallory, own: false },
    })
    const paid = refund.facts.find(({ label }) => label === 'refund')?.value
    expect(paid).toMatchObject({ kind: 'amount', asset: { symbol: 'USDC' } })
    expect(paid?.kind === 'amount' && paid.amount).toBeGreaterThanOrEqual(80_000n * 10n ** 9n)

    // The same call on the chain has no additional warning.
    const approve = encodeFunctionData({
      abi: parseAbi(['function approve(address,uint256)']),
      args: [mallory, maxUint256],
    })
    const abi = parseAbi([
      'function execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
    ])
    for (const data of ['0x', approve] as const)
      for (const operation of [0, 1])
        for (const gasPrice of [0n, 7n]) {
          const sent = encodeFunctionData({
            abi,
            args: [usdc, 5n, data, operation, 0n, 0n, gasPrice, nobody, mallory, '0x'],
          })
          const onChain = await describeRequest(
            inputOf({
              method: 'wallet_sendCalls',
              chainId: '0x1',
              params: [{ from: alice, calls: [{ to: mallory, data: sent }] }],
            }),
            offline,
          )
          const signed = await said(
            { value: '5', gasPrice: String(gasPrice), refundReceiver: mallory },
            data,
            operation,
          )
          const left = codes(onChain).filter((code) => !codes(signed).includes(code))
          // A signature names its Safe by the contract, and only the chain's call can be simulated: these are the only
          // differences.
          expect(left).toEqual(
            left.filter((code) =>
              [
                'unknown-call',
                'simulation-unavailable',
                'untried-contract',
                'token-unreadable',
              ].includes(code),
            ),
          )
          expect(signed.risk).toBe('high')
        }
  })

  it('[T40] error: refuses an operation with code for another account', async () => {
    expect(await describeData(userOperation('0x'))).toMatchObject({
      title: 'sign-user-operation',
      risk: 'high',
    })
    await expect(describeData(userOperation('0x7702'))).rejects.toMatchObject({
      code: 'action-not-allowed',
    })
  })

  it('shows unknown typed data in full as a tree, as a blind signature', async () => {
    const typed = data(
      'Mail',
      { Mail: 'Person[] to,string text,uint256 sum', Person: 'address wallet,string name' },
      { to: [{ wallet: alice.toLowerCase(), name: 'Bob\u202e' }], text: 'a\nb', sum: '0xff' },
    )
    const said = await describeData(typed, offline)
    expect(said).toMatchObject({ kind: 'blind', title: 'sign-typed-data', risk: 'high' })
    expect(said.typed).toEqual({
      primaryType: 'Mail',
      domain: [
        { name: 'name', type: 'string', text: 'Coin' },
        { name: 'version', type: 'string', text: '2' },
        { name: 'chainId', type: 'uint256', text: '1' },
        { name: 'verifyingContract', type: 'address', text: usdc },
      ],
      message: [
        {
          name: 'to',
          type: 'Person[]',
          fields: [
            {
              name: '0',
              type: 'Person',
              fields: [
                { name: 'wallet', type: 'address', text: alice },
                { name: 'name', type: 'string', text: 'Bob\\u{202e}' },
              ],
            },
          ],
        },
        { name: 'text', type: 'string', text: 'a\\u{a}b' },
        { name: 'sum', type: 'uint256', text: '255' },
      ],
    })
    const letters = 'long '.repeat(9_000)
    const whole = await describeData(
      data('Mail', { Mail: 'string text' }, { text: letters }),
      offline,
    )
    expect(whole.typed?.message).toEqual([{ name: 'text', type: 'string', text: letters }])
    const long = data(
      'Mail',
      { Mail: 'uint8[] list' },
      { list: Array.from({ length: 3_000 }, () => 1) },
    )
    expect(codes(await describeData(long, offline))).toContain('not-all-decoded')
  })

  it('[T33] error: refuses another network, and fields that would not be signed', async () => {
    const good = erc2612(1n)
    const wrong: TypedData[] = [
      { ...good, domain: { ...good.domain, chainId: 5 } },
      { ...good, domain: { ...good.domain, spender: mallory } },
      { ...good, message: { ...good.message, amount: '1' } },
      { ...good, primaryType: 'Mail' },
    ]
    for (const typed of wrong)
      await expect(describeData(typed)).rejects.toMatchObject({ code: 'params-invalid' })
    const elsewhere = inputOf({
      method: 'eth_signTypedData_v4',
      chainId: '0x5',
      params: [alice, good],
    })
    await expect(describeRequest(elsewhere, offline)).rejects.toMatchObject({
      code: 'params-invalid',
    })
  })
})
