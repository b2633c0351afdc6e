import type { ApprovalInput } from '../approvalInput.ts'
import type { DescribeServices } from '../describeServices.ts'
import type { AssetChange, Description, Fact, TitleCode, Warning } from '../description.ts'
import { type AssetBook, createAssetBook } from '../evm/assetBook.ts'
import { refuseInitCode } from '../evm/bundleFunctions.ts'
import { type CallReading, evmAddressFact } from '../evm/callReading.ts'
import { fromHex } from '../evm/hex.ts'
import { maxCalls, readCall } from '../evm/readCall.ts'
import { readSafeTransaction } from '../evm/safeFunctions.ts'
import { amountFact, chainMoment, hexFact, momentFact, numberFact, textFact } from '../facts.ts'
import { sumChanges } from '../mergeChanges.ts'
import { collectWarnings, riskOf, warningsOf } from '../risk.ts'
import { deadlineWarnings, spendingWarnings } from '../spending.ts'
import { withinLimit } from '../withinLimit.ts'
import { type Order, type OrderItem, readOrder } from './readOrder.ts'
import { type Permit, readPermit } from './readPermit.ts'
import { refuseAccountData } from './refuseAccountData.ts'
import { type TypedData, typedDataDigest } from './typedData.ts'
import { read, shapeOf } from './typedShape.ts'
import { readTypedTree } from './typedTree.ts'

type Context = { book: AssetBook; account: string; now: number }
type Meaning = {
  kind: Description['kind']
  title: TitleCode
  facts: Fact[]
  warnings: Warning[]
  leaves: AssetChange[]
  comes: AssetChange[]
  calls: CallReading[]
}

const nothing = { leaves: [], comes: [], calls: [] }
/** Maximum of grants shown of one permit. */
const maxGrants = 20

function describePermit(permit: Permit, context: Context): Meaning {
  const { book, now } = context
  const grants = permit.grants.slice(0, maxGrants)
  // It reaches the signed receiver, whoever submits it.
  const isTransfer = permit.protocol === 'ERC-3009' || permit.protocol === 'x402'
  const facts: Fact[] = [
    evmAddressFact(isTransfer ? 'to' : 'spender', permit.spender, context),
    ...(permit.owner === undefined || permit.owner === context.account
      ? []
      : [evmAddressFact('owner', permit.owner, context)]),
    ...grants.flatMap(({ token, amount, tokenId, expires }) => [
      evmAddressFact('token', token, context),
      tokenId === undefined
        ? amountFact('amount', amount, book.token(token))
        : numberFact('token-id', tokenId),
      ...(expires === undefined ? [] : [momentFact('expires-at', chainMoment(expires))]),
    ]),
    momentFact('deadline', chainMoment(permit.deadline)),
    textFact('protocol', permit.protocol),
  ]
  const warnings = permit.grants.flatMap(({ token, amount, tokenId, expires }): Warning[] => [
    ...(tokenId === undefined ? spendingWarnings(amount, book.balance(token)) : []),
    ...(expires === undefined || amount === 0n ? [] : deadlineWarnings(expires, now)),
    ...book
      .warnings(token)
      .filter(({ code }) => code !== 'token-unreadable' || tokenId === undefined),
  ])
  // A permit is as dangerous as an on-chain approval: the spender decides when and where tokens go.
  const letsSpend = !isTransfer && permit.grants.some(({ amount }) => amount > 0n)
  const leaves = grants
    .filter(({ tokenId }) => permit.way === 'transfer' && tokenId === undefined)
    .map(({ token, amount }) => ({ asset: book.token(token), amount, by: 'request' as const }))
  return {
    kind: 'permit',
    title: permit.way === 'spending' ? 'permit-spending' : 'permit-transfer',
    facts,
    warnings: [
      ...warnings,
      ...deadlineWarnings(permit.deadline, now),
      ...(letsSpend ? [{ code: 'lets-spend' } as const] : []),
      ...(permit.witness ? [{ code: 'unknown-typed-data' } as const] : []),
      ...(permit.grants.length > maxGrants ? [{ code: 'not-all-decoded' } as const] : []),
    ],
    ...nothing,
    leaves,
  }
}

function orderChange(item: OrderItem, { book }: Context): AssetChange {
  const asset = item.token === undefined ? book.native : book.token(item.token)
  return {
    asset: item.nft ? { ...asset, kind: 'nft' } : asset,
    amount: item.amount,
    ...(item.tokenId === undefined ? {} : { tokenId: item.tokenId }),
    by: 'request',
  }
}

function describeOrder(order: Order, context: Context): Meaning {
  // Without a recipient, the item goes to the signer.
  const isOther = (item: OrderItem): item is OrderItem & { recipient: string } =>
    item.recipient !== undefined && item.recipient !== context.account
  const comes = order.consideration
    .filter((item) => !isOther(item))
    .map((item) => orderChange(item, context))
  const shown = [...order.offer, ...order.consideration]
  return {
    kind: 'typed-data',
    title: 'sign-order',
    facts: [
      ...order.consideration
        .filter(isOther)
        .slice(0, maxGrants)
        .flatMap((item) => [
          evmAddressFact('recipient', item.recipient, context),
          amountFact('consideration', item.amount, orderChange(item, context).asset),
        ]),
      momentFact('deadline', chainMoment(order.endsAt)),
    ],
    warnings: [
      { code: 'lets-spend' },
      ...(comes.every(({ amount }) => amount === 0n)
        ? [{ code: 'order-for-nothing' } as const]
        : []),
      ...deadlineWarnings(order.endsAt, context.now),
      ...shown.flatMap(({ token, nft }) =>
        token === undefined
          ? []
          : context.book
              .warnings(token)
              .filter(({ code }) => !(nft && code === 'token-unreadable')),
      ),
      ...(shown.length > maxGrants * 2 ? [{ code: 'not-all-decoded' } as const] : []),
    ],
    leaves: order.offer.slice(0, maxGrants).map((item) => orderChange(item, context)),
    comes: comes.slice(0, maxGrants),
    calls: [],
  }
}

/** @source https://github.com/safe-global/safe-smart-account Safe.sol SAFE_TX_TYPEHASH */
const safeShape =
  'address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce'
/** @source ERC-4337, EntryPoint v0.8 */
const operationShape =
  'address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData'

function describeSafe({ domain, message }: TypedData, context: Context): Meaning {
  const call = { ...context, depth: 0, budget: { left: maxCalls } }
  const transaction = {
    safe: read.address(domain.verifyingContract),
    to: read.address(message.to),
    value: read.number(message.value),
    data: fromHex(read.hex(message.data)),
    operation: read.number(message.operation),
    safeTxGas: read.number(message.safeTxGas),
    baseGas: read.number(message.baseGas),
    gasPrice: read.number(message.gasPrice),
    gasToken: read.address(message.gasToken),
    refundReceiver: read.address(message.refundReceiver),
  }
  const { facts = [], inner = [], warnings = [] } = readSafeTransaction(transaction, call)
  return {
    kind: 'typed-data',
    title: 'sign-safe-transaction',
    facts: [...facts, numberFact('nonce', read.number(message.nonce))],
    warnings: [...warnings],
    ...nothing,
    calls: inner.map((one) => readCall(one, call)),
  }
}

function describeOperation({ message }: TypedData, context: Context): Meaning {
  if (read.hex(message.initCode) !== '0x') refuseInitCode()
  const sender = read.address(message.sender)
  const callData = fromHex(read.hex(message.callData))
  const call = { to: sender, value: 0n, data: callData, sender }
  return {
    kind: 'typed-data',
    title: 'sign-user-operation',
    facts: [
      evmAddressFact('account', sender, context),
      numberFact('nonce', read.number(message.nonce)),
      hexFact('call-data', callData),
    ],
    warnings: [{ code: 'calls-entry-point' }],
    ...nothing,
    calls: [readCall(call, { ...context, depth: 0, budget: { left: maxCalls } })],
  }
}

function readMeaning(data: TypedData, context: Context): Meaning {
  const permit = readPermit(data)
  if (permit) return describePermit(permit, context)
  const order = readOrder(data)
  if (order) return describeOrder(order, context)
  const shape = shapeOf(data, data.primaryType)
  if (data.primaryType === 'SafeTx' && shape === safeShape) return describeSafe(data, context)
  if (data.primaryType === 'PackedUserOperation' && shape === operationShape)
    return describeOperation(data, context)
  return {
    kind: 'blind',
    title: 'sign-typed-data',
    facts: [],
    warnings: [{ code: 'unknown-typed-data' }],
    ...nothing,
  }
}

/**
 * Describes typed data: all fields as a tree, and the meaning of known types.
 * @throws {@link FoyerError} `params-invalid` for another network, undeclared fields and other data that can not be
 * hashed; `action-not-allowed` for delegation to other code; `request-aborted`
 * @source security 3.4; T33, T34
 */
export async function describeTypedData(
  { data, chainId }: { data: TypedData; chainId: bigint },
  { account, network }: ApprovalInput,
  { now, rpc, signal }: DescribeServices,
): Promise<Description> {
  typedDataDigest(data, chainId)
  refuseAccountData(data, account)
  const own = account.toLowerCase()
  const book = createAssetBook({ network, account: own })
  const context = { book, account: own, now: now() }
  const first = readMeaning(data, context)
  if (first.kind !== 'blind') await withinLimit(book.load(rpc), signal)
  const meaning = readMeaning(data, context)
  const { cut, domain, message } = readTypedTree(data)
  const warnings = collectWarnings([
    ...meaning.warnings,
    ...warningsOf(meaning.calls),
    ...(cut ? [{ code: 'not-all-decoded' } as const] : []),
    ...(data.domain.chainId === undefined ? [{ code: 'no-network-in-data' } as const] : []),
  ])
  return {
    ...meaning,
    leaves: sumChanges([...meaning.leaves, ...meaning.calls.flatMap(({ leaves }) => leaves)]),
    warnings,
    risk: riskOf('medium', warnings),
    typed: { primaryType: data.primaryType, domain, message },
  }
}
