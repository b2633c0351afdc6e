import { devnetAddresses, uniswapV2RouterAbi } from '@foyer/devnet'
import fc from 'fast-check'
import { type Address, encodeFunctionData, type Hex, numberToHex, parseAbi } from 'viem'
import type { BundleCall } from '../approvalInput.ts'
import { alice, mallory } from '../decode.test.kit.ts'
import type { WarningCode } from '../description.ts'
import { assetName, bob, type CardStage, known, multicall3, nfts } from './cardStage.test.kit.ts'

/** A call that a test requests. */
export type CardAction = {
  name: string
  call: { to: Address; value: bigint; data: Hex }
  /** Involves a contract that behaves differently when simulated. */
  differs: boolean
  /** Calls inside it. */
  parts: readonly CardAction[]
  /** Alice's stated gain and loss of one asset, according to the calldata. */
  says?: { name: string; gets: bigint; gives: bigint }
  /** Warnings that the card must show in any case. */
  warns: readonly WarningCode[]
  /** The account that it acts for pays the gas. */
  refunds: boolean
}

const abi = parseAbi([
  'function transfer(address,uint256)',
  'function transferFrom(address,address,uint256)',
  'function safeTransferFrom(address,address,uint256)',
  'function approve(address,uint256)',
  'function deposit()',
  'function withdraw(uint256)',
  'function pay(address,uint256)',
  'function payCoins(uint256)',
  'function payAndFail(address,uint256)',
  'function take(address,uint256)',
  'function multicall(bytes[])',
  'function tryAll(bytes[])',
  'function execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
  'function aggregate((address,bytes)[])',
  'function tryAggregate(bool,(address,bytes)[])',
  'function aggregate3((address,bool,bytes)[])',
  'function aggregate3Value((address,bool,uint256,bytes)[])',
])
const permit2Abi = parseAbi(['function transferFrom(address,address,uint160,address)'])
const encode = (functionName: string, ...args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi, functionName, args } as never)
const nobody = `0x${'0'.repeat(40)}` as const

/** Small, usual, a large part, and more than the balance. */
const amount = fc.constantFrom(1n, 3n, 1_000_000n, 400_000_000n, 5_000_000_000n)
const person = fc.constantFrom<Address[]>(alice, mallory, bob)

/** Calls to request from alice: of tokens, swaps, unknown contracts, a Safe, and nested calls. */
export function cardActions({ desk, lies, nft, safe }: CardStage): fc.Arbitrary<CardAction> {
  // `OnlyWhenSimulated`, `MoreWhenReal` and `Drain` of `CardStage.sol`; the others only log false events.
  const differs = (address: string) => [3, 4, 5].includes(lies.indexOf(address as Address))
  const action = (
    name: string,
    to: Address,
    data: Hex,
    {
      value = 0n,
      parts = [] as readonly CardAction[],
      token = to as string,
      ...more
    }: Partial<Omit<CardAction, 'name' | 'call' | 'differs'>> & {
      value?: bigint
      token?: string
    } = {},
  ): CardAction => ({
    name,
    call: { to, value, data },
    differs: differs(token) || parts.some((part) => part.differs),
    parts,
    warns: [],
    refunds: false,
    ...more,
  })
  const token = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom<Address[]>(known.usdc, known.dai) },
    { weight: 2, arbitrary: fc.constantFrom(...lies) },
  )

  const transfer = fc.tuple(token, person, amount).map(([one, to, sum]) =>
    action('transfer', one, encode('transfer', to, sum), {
      says: { name: assetName(one), gets: 0n, gives: to === alice ? 0n : sum },
    }),
  )
  const pull = fc
    .tuple(token, fc.constantFrom<Address[]>(bob, alice, mallory), person, amount)
    .map(([one, from, to, sum]) =>
      action('transferFrom', one, encode('transferFrom', from, to, sum), {
        says: {
          name: assetName(one),
          gets: to === alice && from !== alice ? sum : 0n,
          gives: from === alice && to !== alice ? sum : 0n,
        },
      }),
    )
  const moveNft = fc
    .tuple(
      fc.constantFrom('transferFrom', 'safeTransferFrom'),
      fc.constantFrom([alice, nfts.alice[0]], [bob, nfts.bob[0]], [alice, nfts.bob[1]]),
      person,
    )
    .map(([name, [from, id], to]) => action(name, nft, encode(name, from, to, id)))
  const coins = fc
    .tuple(fc.constantFrom<Address[]>(mallory, bob, desk), amount)
    .map(([to, value]) => action('send', to, '0x', { value }))
  const approve = fc
    .tuple(token, amount)
    .map(([one, sum]) =>
      action('approve', one, encode('approve', mallory, sum), { warns: ['lets-spend'] }),
    )
  const wrap = fc.oneof(
    amount.map((value) => action('deposit', known.weth, encode('deposit'), { value })),
    amount.map((sum) => action('withdraw', known.weth, encode('withdraw', sum))),
  )
  const permit2 = fc
    .tuple(fc.constantFrom<Address[]>(bob, alice), person, amount)
    .map(([from, to, sum]) =>
      action(
        'Permit2 transferFrom',
        known.permit2,
        encodeFunctionData({ abi: permit2Abi, args: [from, to, sum, known.usdc] }),
      ),
    )
  const { usdc, weth } = devnetAddresses
  const swap = fc
    .tuple(fc.boolean(), fc.constantFrom<Address[]>(alice, mallory), amount)
    .map(([buys, to, sum]) => {
      const least = [1n, buys ? [weth, usdc] : [usdc, weth], to, 2n ** 40n] as const
      const data = buys
        ? encodeFunctionData({
            abi: uniswapV2RouterAbi,
            functionName: 'swapExactETHForTokens',
            args: [...least],
          })
        : encodeFunctionData({
            abi: uniswapV2RouterAbi,
            functionName: 'swapExactTokensForETH',
            args: [sum, ...least],
          })
      return action('swap', known.router, data, { value: buys ? sum * 10n ** 9n : 0n })
    })
  const atDesk = fc.oneof(
    fc
      .tuple(token, amount)
      .map(([one, sum]) => action('pay', desk, encode('pay', one, sum), { token: one })),
    fc
      .tuple(token, amount)
      .map(([one, sum]) => action('take', desk, encode('take', one, sum), { token: one })),
    amount.map((sum) => action('payCoins', desk, encode('payCoins', sum))),
    amount.map((sum) => action('payAndFail', desk, encode('payAndFail', alice, sum))),
  )
  const deskCalls = fc
    .tuple(fc.constantFrom('multicall', 'tryAll'), fc.array(atDesk, { minLength: 1, maxLength: 4 }))
    .map(([name, parts]) =>
      action(
        name,
        desk,
        encode(
          name,
          parts.map(({ call }) => call.data),
        ),
        { parts },
      ),
    )
  const simple = fc.oneof(
    { weight: 3, arbitrary: transfer },
    { weight: 4, arbitrary: pull },
    { weight: 1, arbitrary: moveNft },
    { weight: 2, arbitrary: coins },
    { weight: 1, arbitrary: approve },
    { weight: 1, arbitrary: wrap },
    { weight: 1, arbitrary: permit2 },
    { weight: 2, arbitrary: swap },
    { weight: 2, arbitrary: atDesk },
    { weight: 1, arbitrary: deskCalls },
  )
  const ofSafe = fc
    .tuple(
      fc.oneof(transfer, pull, coins),
      fc.constantFrom(0n, 0n, 300_000n),
      fc.constantFrom(0n, 0n, 1n, 1_000n),
      fc.constantFrom<Address[]>(nobody, known.usdc),
      fc.constantFrom<Address[]>(alice, mallory, nobody),
      fc.constantFrom(0, 0, 0, 1),
    )
    .map(([part, safeTxGas, gasPrice, gasToken, receiver, operation]) =>
      action(
        'execTransaction',
        safe,
        encode(
          'execTransaction',
          part.call.to,
          part.call.value,
          part.call.data,
          operation,
          safeTxGas,
          7_000n,
          gasPrice,
          gasToken,
          receiver,
          '0x',
        ),
        {
          parts: [part],
          warns: [
            'acts-for-safe',
            ...(gasPrice > 0n ? (['safe-refund'] as const) : []),
            ...(operation === 1 ? (['delegate-call'] as const) : []),
          ],
          refunds: gasPrice > 0n,
        },
      ),
    )
  /** A certain loss, and income that arrives if it does not fail. */
  const bait = fc
    .tuple(
      fc.constantFrom<Address[]>(known.usdc, known.dai, lies[0]!),
      amount,
      fc.boolean(),
      fc.boolean(),
    )
    .map(([one, sum, mayFail, nested]) => {
      const pays = action('transferFrom', known.dai, encode('transferFrom', alice, mallory, 7n))
      const brings = action('transferFrom', one, encode('transferFrom', bob, alice, sum))
      const list = [pays, brings].map((part, index) => [
        part.call.to,
        index === 1 && mayFail,
        part.call.data,
      ])
      const inner = encode('aggregate3', list)
      const parts = [pays, brings]
      return nested
        ? action('aggregate', multicall3, encode('aggregate', [[multicall3, inner]]), { parts })
        : action('aggregate3', multicall3, inner, { parts })
    })
  const { any } = fc.letrec<{ any: CardAction; many: CardAction }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 2, depthSize: 'small' },
      { weight: 5, arbitrary: simple },
      { weight: 1, arbitrary: ofSafe },
      { weight: 1, arbitrary: bait },
      { weight: 4, arbitrary: tie('many') },
    ),
    many: fc
      .tuple(
        fc.constantFrom('aggregate', 'tryAggregate', 'aggregate3', 'aggregate3Value'),
        fc.array(fc.tuple(tie('any'), fc.boolean()), { minLength: 1, maxLength: 4 }),
        fc.boolean(),
      )
      .map(([name, list, strict]) => {
        const parts = list.map(([part]) => part)
        const pairs = list.map(([{ call }]) => [call.to, call.data])
        const value = name === 'aggregate3Value' ? sum(parts.map(({ call }) => call.value)) : 0n
        const data =
          name === 'aggregate'
            ? encode(name, pairs)
            : name === 'tryAggregate'
              ? encode(name, strict, pairs)
              : encode(
                  name,
                  list.map(([{ call }, mayFail]) =>
                    name === 'aggregate3'
                      ? [call.to, mayFail, call.data]
                      : [call.to, mayFail, call.value, call.data],
                  ),
                )
        return action(name, multicall3, data, { value, parts })
      }),
  }))
  return any
}

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n)

/** In the form for `wallet_sendCalls` and a node. */
export const toBundleCall = ({ call: { data, to, value } }: CardAction): BundleCall => ({
  to,
  data,
  value: numberToHex(value),
})

/** Bob revokes the allowance of this spender. */
export const noAllowance = (spender: Address) => encode('approve', spender, 0n)
