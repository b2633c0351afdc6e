import { FoyerError, requireOwnAccount } from '@foyer/protocol'
import * as v from 'valibot'
import type { BundleCall, DescribableRequest, PlannedTransaction } from '../approvalInput.ts'
import type { DescribeServices } from '../describeServices.ts'
import { signRequest } from '../signRequest.ts'
import { withinLimit } from '../withinLimit.ts'
import type { RequestToCheck } from './requestToCheck.ts'

/** A request that can be described, and the account that it is for. */
type Read = { account: string; request: DescribableRequest }

/** A number, as sites write it: hex, also with leading zeros, or a number. */
const quantity = v.pipe(
  v.union([
    v.pipe(v.string(), v.regex(/^(?:0x[0-9a-f]{1,64}|\d{1,16})$/i)),
    v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  ]),
  v.transform((given) => BigInt(given)),
)
const address = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{40}$/i))
const hex = v.pipe(v.string(), v.regex(/^0x(?:[0-9a-f]{2})*$/i), v.maxLength(262_144))

/** The fields that the description covers; others are refused, since nobody would see them. */
const transaction = v.strictObject({
  from: v.optional(address),
  to: v.nullish(address),
  value: v.nullish(quantity),
  data: v.nullish(hex),
  input: v.nullish(hex),
  gas: v.nullish(quantity),
  gasLimit: v.nullish(quantity),
  gasPrice: v.nullish(quantity),
  maxFeePerGas: v.nullish(quantity),
  maxPriorityFeePerGas: v.nullish(quantity),
  nonce: v.nullish(quantity),
  chainId: v.nullish(quantity),
  type: v.nullish(v.picklist(['0x0', '0x1', '0x2'])),
  accessList: v.nullish(v.array(v.unknown())),
})
type Transaction = v.InferOutput<typeof transaction>

const bundle = v.looseObject({
  from: v.optional(address),
  chainId: v.optional(quantity),
  calls: v.array(
    v.strictObject({
      to: v.optional(address),
      data: v.optional(hex),
      value: v.optional(quantity),
      capabilities: v.optional(v.unknown()),
    }),
  ),
})

const solanaParams = v.object({
  pubkey: v.string(),
  transaction: v.optional(v.string()),
  transactions: v.optional(v.array(v.string())),
})

/**
 * Reads a request of a site: what the wallet would fill in is left open.
 *
 * @throws FoyerError `params-invalid`, `unauthorized`, `method-not-supported`, `request-aborted`
 */
export async function readRequest(
  { accounts, chainId, method, params, signal }: RequestToCheck,
  rpc: DescribeServices['rpc'],
): Promise<Read> {
  const active = `0x${BigInt(chainId.startsWith('eip155:') ? chainId.slice(7) : 0).toString(16)}`
  const [first, second] = Array.isArray(params) ? (params as unknown[]) : []
  switch (method) {
    case 'eth_sendTransaction': {
      refuseDelegation(first)
      const given = parse(transaction, first)
      const account = findAccount(accounts, given.from)
      const planned = await plan(given, { account, active, rpc, signal })
      return { account, request: { method, chainId: active, params: [planned] } }
    }
    case 'wallet_sendCalls': {
      refuseDelegation(first)
      const given = parse(bundle, first)
      const account = findAccount(accounts, given.from)
      const calls = given.calls.map(
        ({ data, to, value }): BundleCall => ({
          ...(to !== undefined && { to }),
          ...(data !== undefined && { data }),
          ...(value !== undefined && { value: `0x${value.toString(16)}` }),
        }),
      )
      const asked = `0x${(given.chainId ?? BigInt(active)).toString(16)}`
      return { account, request: { method, chainId: asked, params: [{ from: account, calls }] } }
    }
    case 'eth_signTypedData_v4': {
      const account = findAccount(accounts, String(first))
      const data: unknown = typeof second === 'string' ? parseJson(second) : second
      const request = parse(signRequest, { method, chainId: active, params: [account, data] })
      return { account, request }
    }
    case 'solana_signTransaction':
    case 'solana_signAndSendTransaction':
    case 'solana_signAllTransactions': {
      const { pubkey, transaction: one, transactions = [] } = parse(solanaParams, params)
      const account = findAccount(accounts, pubkey)
      const request =
        one === undefined
          ? { method: 'solana_signAllTransactions', params: { pubkey, transactions } }
          : { method: 'solana_signTransaction', params: { pubkey, transaction: one } }
      return { account, request: parse(signRequest, request) }
    }
    default:
      throw new FoyerError('method-not-supported', {
        details: `${method} can not be decoded: a signature of it could do anything.`,
      })
  }
}

/** @throws FoyerError `unauthorized` for an account that is not connected */
function findAccount(accounts: readonly string[], asked: string | undefined): string {
  const [first = ''] = accounts
  if (asked === undefined) return first
  const found = accounts.find((one) =>
    asked.startsWith('0x') ? one.toLowerCase() === asked.toLowerCase() : one === asked,
  )
  requireOwnAccount(asked, found ?? first)
  return found ?? first
}

/** @throws FoyerError `params-invalid` with the field's path */
function parse<schema extends v.GenericSchema>(
  schema: schema,
  given: unknown,
): v.InferOutput<schema> {
  const parsed = v.safeParse(schema, given)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new FoyerError('params-invalid', {
    details: `${v.getDotPath(issue)?.slice(0, 60) ?? 'params'}: ${issue.message.slice(0, 120)}`,
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new FoyerError('params-invalid', { cause, details: 'The typed data is no JSON.' })
  }
}

/** @throws FoyerError `action-not-allowed` @source EIP-7702 */
function refuseDelegation(given: unknown): void {
  if (typeof given === 'object' && given !== null && 'authorizationList' in given)
    throw new FoyerError('action-not-allowed', {
      details: 'This would let foreign code act as the account (EIP-7702 authorisation).',
    })
}

/** Plans the transaction, with an estimate of its fee if the network answers in time. */
async function plan(
  given: Transaction,
  {
    account,
    active,
    rpc,
    signal,
  }: { account: string; active: string; rpc: DescribeServices['rpc']; signal: AbortSignal },
): Promise<PlannedTransaction> {
  const { data, input } = given
  if (data && input && data !== input)
    throw new FoyerError('params-invalid', { details: 'data and input are not the same.' })
  const value = given.value ?? 0n
  const planned: PlannedTransaction = {
    type: 'planned',
    from: account,
    chainId: given.chainId ?? BigInt(active),
    ...(given.to && { to: given.to }),
    value,
    data: data ?? input ?? '0x',
  }
  const ask = async (method: string, params: unknown[]) =>
    v.parse(quantity, await rpc(method, params))
  const { chainId: _, from, type: __, ...call } = planned
  const estimate = async () => {
    const [gas, price] = await Promise.all([
      given.gas ??
        given.gasLimit ??
        ask('eth_estimateGas', [{ ...call, from, value: `0x${value.toString(16)}` }]),
      given.gasPrice ?? given.maxFeePerGas ?? ask('eth_gasPrice', []),
    ])
    return { gas, price }
  }
  const fee = await withinLimit(estimate(), signal)
  return fee.status === 'done' ? { ...planned, gas: fee.value } : planned
}
