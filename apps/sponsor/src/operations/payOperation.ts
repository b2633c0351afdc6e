import { randomUUID } from 'node:crypto'
import type { PaymasterData, UserOperation } from '@foyer/protocol/sponsor'
import { HttpError } from '@foyer/server'
import { and, desc, eq, sql } from 'drizzle-orm'
import { type Hex, hashTypedData, type SignedAuthorization, toHex } from 'viem'
import { dayOf, reserve } from '../budget/spend.ts'
import { requireAccount } from '../calls/requireAccount.ts'
import { estimateGas } from '../chains/estimateGas.ts'
import { operations } from '../database/schema.ts'
import { budgetsOf, ownerOf } from '../policy/budgetsOf.ts'
import type { Sponsorship } from '../policy/policy.ts'
import { refuse } from '../policy/refuse.ts'
import { requireCovered, type SponsoredChain } from '../policy/requireSponsored.ts'
import type { Services } from '../services.ts'
import { callDataGas, transferGas } from './callDataGas.ts'
import { entryPoint, entryPointAbi } from './entryPoint.ts'
import { readOperationCalls } from './readOperationCalls.ts'
import { authorizationGas, requireFairGas } from './requireFairGas.ts'
import { type PayingChain, requirePaymaster } from './requirePaymaster.ts'
import {
  type FullOperation,
  gasOf,
  operationTypedData,
  paymasterVerificationGas,
  signOperation,
  writePaymasterData,
} from './signOperation.ts'

/** A promise that is given again must last for so long, in seconds. */
const leastSecondsLeft = 60

/** An operation, and who answers for it. */
export type OperationRequest = {
  readonly chain: SponsoredChain
  readonly sponsorship: Sponsorship
  readonly operation: UserOperation
  /** The user, or the account, whose budget it is. */
  readonly user: string
}

/** Data of the right length for estimates: it pays for nothing. */
export async function stubPaymasterData(
  services: Services,
  request: OperationRequest,
): Promise<PaymasterData> {
  const chain = await requirePaymaster(services, request.chain)
  await requirePolicy(services, request)
  return {
    paymaster: chain.paymaster,
    // A signature that can be recovered, so that estimates run to the end.
    paymasterData: writePaymasterData(0, `0x${'11'.repeat(64)}1c`),
    ...limits,
    isFinal: false,
  }
}

/**
 * Promises to pay for an operation: reserves the most that it can cost, and signs. The same operation gets the same promise
 * again.
 * @throws HttpError 403 `action-not-allowed` (the policy), 429 `limit-exceeded` (a budget), 503 `http-failed`
 */
export async function payOperation(
  services: Services,
  request: OperationRequest,
): Promise<PaymasterData> {
  const { now, queries } = services
  const { sponsorship, user } = request
  const chain = await requirePaymaster(services, request.chain)
  const operation = readFull(services, request.operation)
  const authorization = await requirePolicy(services, request)
  const gas = gasOf(operation)
  if (gas > sponsorship.gasPerBatch) refuse(services, 'gas')
  const need = await estimateCalls(chain, { authorization, operation })
  if (need === undefined) return refuse(services, 'reverted')
  await requireFairGas(services, chain, { authorization, need, operation })
  const cost = gas * operation.maxFeePerGas
  const [block, deposit] = await Promise.all([
    chain.client.getBlockNumber({ cacheTime: 0 }),
    chain.client.readContract({
      ...{ abi: entryPointAbi, address: entryPoint, functionName: 'balanceOf' },
      args: [chain.paymaster],
    }),
  ])
  if (deposit < cost)
    throw new HttpError(503, 'http-failed', 'The deposit of the operator is too small', {
      retryAfterMs: 60_000,
    })

  const at = { chain: chain.number, paymaster: chain.paymaster }
  const fields = hashTypedData(operationTypedData(operation, { ...at, validUntil: 0 }))
  const seconds = Math.floor(now() / 1000)
  const validUntil = await queries.transaction(async (tx) => {
    // Until the transaction ends, another process waits here with the same operation.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${fields}, 0))`)
    const [known] = await tx
      .select()
      .from(operations)
      .where(and(eq(operations.fields, fields), eq(operations.state, 'promised')))
      .orderBy(desc(operations.validUntil))
      .limit(1)
    if (known && known.validUntil >= seconds + leastSecondsLeft) return known.validUntil
    const until = seconds + Math.floor(services.limits.promiseMs / 1000)
    const day = dayOf(now())
    const budgets = budgetsOf({ chain, sponsorship, user })
    await reserve(tx, { budgets, day, wei: cost })
    await tx.insert(operations).values({
      ...{ id: randomUUID(), fields, state: 'promised', chainId: chain.caipId, day },
      ...{ sender: operation.sender, nonce: operation.nonce, validUntil: until },
      ...{ fromBlock: Number(block) + 1, reserved: cost, acceptedAt: now(), owner: ownerOf(user) },
      budgets: budgets.map(({ key }) => key),
    })
    services.metrics.operations.inc({ chain: chain.caipId, outcome: 'promised' })
    return until
  })
  return {
    paymaster: chain.paymaster,
    paymasterData: await signOperation(chain, operation, validUntil),
    ...limits,
  }
}

/** Makes the calls as the EntryPoint would, without signature. @returns the gas of the calls; undefined when they would fail */
async function estimateCalls(
  chain: PayingChain,
  {
    authorization,
    operation: { callData, callGasLimit, sender },
  }: { authorization: SignedAuthorization | undefined; operation: FullOperation },
): Promise<bigint | undefined> {
  const { floor, standard } = callDataGas(callData)
  const around = transferGas + (authorization ? authorizationGas : 0n)
  const gas = await estimateGas(chain, {
    ...{ authorization, data: callData, from: entryPoint, to: sender },
    most: callGasLimit + around + floor,
  })
  return gas && gas - around - standard
}

const limits = {
  paymasterVerificationGasLimit: toHex(paymasterVerificationGas),
  paymasterPostOpGasLimit: toHex(0n),
}

/**
 * Requires calls that the policy covers, of an account that runs the operator's code.
 * @returns the authorization by which the account gets that code with the operation
 */
async function requirePolicy(
  services: Services,
  { chain, operation, sponsorship }: OperationRequest,
): Promise<SignedAuthorization | undefined> {
  const calls = readOperationCalls(operation.callData)
  if (!calls) return refuse(services, 'operation')
  requireCovered(services, sponsorship, calls)
  const { eip7702Auth, factory, factoryData, sender } = operation
  const upgrades = isUpgrade(factory)
  // Foreign code of a factory could do anything with the gas.
  if ((factory && !upgrades) || (factoryData && factoryData !== '0x')) refuse(services, 'account')
  if (!upgrades) return requireAccount(services, chain, { account: sender })
  if (!eip7702Auth || Number(eip7702Auth.chainId) !== chain.number)
    return refuse(services, 'upgrade')
  const { address, nonce, r, s, yParity } = eip7702Auth
  const authorization = { address, nonce: Number(nonce), r, s, yParity: yParity as 0 | 1 }
  return requireAccount(services, chain, { account: sender, authorization })
}

/** `0x7702`, also filled up to the length of an address. */
const isUpgrade = (factory: Hex | null | undefined): boolean =>
  factory !== undefined && factory !== null && /^0x7702(?:0{36})?$/.test(factory)

function readFull(services: Services, operation: UserOperation): FullOperation {
  const { callData, factory, nonce, sender } = operation
  const { callGasLimit, verificationGasLimit, preVerificationGas } = operation
  const { maxFeePerGas, maxPriorityFeePerGas } = operation
  if (
    callGasLimit === undefined ||
    verificationGasLimit === undefined ||
    preVerificationGas === undefined ||
    maxFeePerGas === undefined ||
    maxPriorityFeePerGas === undefined
  )
    return refuse(services, 'operation')
  return {
    ...{ callData, nonce, sender, callGasLimit, verificationGasLimit, preVerificationGas },
    ...{ maxFeePerGas, maxPriorityFeePerGas, upgrades: isUpgrade(factory) },
    paymasterVerificationGasLimit:
      operation.paymasterVerificationGasLimit ?? paymasterVerificationGas,
    paymasterPostOpGasLimit: operation.paymasterPostOpGasLimit ?? 0n,
  }
}
