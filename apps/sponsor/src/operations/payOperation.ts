import { randomUUID } from 'node:crypto'
import type { PaymasterData, UserOperation } from '@foyer/protocol/sponsor'
import { HttpError, sha256 } from '@foyer/server'
import { and, desc, eq, sql } from 'drizzle-orm'
import { type Hex, hashTypedData, toHex } from 'viem'
import { delegationTo, requireAccount } from '../calls/requireAccount.ts'
import { isRevert } from '../chains/isRevert.ts'
import { operations } from '../database/schema.ts'
import type { Sponsorship } from '../policy/policy.ts'
import { refuse } from '../policy/refuse.ts'
import { requireCovered, type SponsoredChain } from '../policy/requireSponsored.ts'
import { type DayBudget, dayOf, reserve } from '../queue/spend.ts'
import type { Services } from '../services.ts'
import { entryPoint, entryPointAbi } from './entryPoint.ts'
import { readOperationCalls } from './readOperationCalls.ts'
import {
  type FullOperation,
  gasOf,
  operationTypedData,
  signOperation,
  writePaymasterData,
} from './signOperation.ts'

/** Gas for the paymaster's look at its own signature; it does nothing afterwards. */
const verificationGas = 100_000n
/** A promise that is given again must last for so long, in seconds. */
const leastSecondsLeft = 60

type PayingChain = SponsoredChain & { readonly paymaster: Hex }

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
  const chain = requirePaymaster(services, request.chain)
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
  const chain = requirePaymaster(services, request.chain)
  const operation = readFull(services, request.operation)
  await requirePolicy(services, request)
  const gas = gasOf(operation)
  if (gas > sponsorship.gasPerBatch) refuse(services, 'gas')
  if (operation.maxFeePerGas > chain.maxFeePerGas) refuse(services, 'fee')
  await simulate(services, chain, request.operation)
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
    const budgets = budgetsOf(request)
    await reserve(tx, { budgets, day, wei: cost })
    await tx.insert(operations).values({
      ...{ id: randomUUID(), fields, state: 'promised', chainId: chain.caipId, day },
      ...{ sender: operation.sender, nonce: operation.nonce, validUntil: until },
      ...{ fromBlock: Number(block), reserved: cost, acceptedAt: now(), owner: sha256(user) },
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

const limits = {
  paymasterVerificationGasLimit: toHex(verificationGas),
  paymasterPostOpGasLimit: toHex(0n),
}

function requirePaymaster(services: Services, chain: SponsoredChain): PayingChain {
  const { paymaster } = chain
  return paymaster === undefined ? refuse(services, 'not-sponsored') : { ...chain, paymaster }
}

/** The budgets of chain, project and user: the same as for batches that the operator sends itself. */
function budgetsOf({ chain, sponsorship, user }: OperationRequest): DayBudget[] {
  const { projectId } = sponsorship
  return [
    { key: `chain:${chain.caipId}`, limit: chain.weiPerDay, whose: 'this network' },
    {
      key: `project:${projectId}:${chain.caipId}`,
      limit: sponsorship.weiPerDay,
      whose: 'this project',
    },
    {
      key: `user:${projectId}:${chain.caipId}:${sha256(`user:${user}`)}`,
      limit: sponsorship.weiPerUserPerDay,
      whose: 'this user',
    },
  ]
}

/** Requires calls that the policy covers, of an account that runs the operator's code. */
async function requirePolicy(
  services: Services,
  { chain, operation, sponsorship }: OperationRequest,
): Promise<void> {
  const calls = readOperationCalls(operation.callData)
  if (!calls) return refuse(services, 'operation')
  requireCovered(services, sponsorship, calls)
  const { eip7702Auth, factory, factoryData, sender } = operation
  const upgrades = isUpgrade(factory)
  // Foreign code of a factory could do anything with the gas.
  if ((factory && !upgrades) || (factoryData && factoryData !== '0x')) refuse(services, 'account')
  if (!upgrades) return void (await requireAccount(services, chain, { account: sender }))
  if (!eip7702Auth || Number(eip7702Auth.chainId) !== chain.number)
    return refuse(services, 'upgrade')
  const { address, nonce, r, s, yParity } = eip7702Auth
  const authorization = { address, nonce: Number(nonce), r, s, yParity: yParity as 0 | 1 }
  await requireAccount(services, chain, { account: sender, authorization })
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
    paymasterVerificationGasLimit: operation.paymasterVerificationGasLimit ?? verificationGas,
    paymasterPostOpGasLimit: operation.paymasterPostOpGasLimit ?? 0n,
  }
}

/** Makes the calls as the EntryPoint would, without signature. @throws HttpError 403 when they would fail */
async function simulate(
  services: Services,
  { client, implementation }: PayingChain,
  { callData, callGasLimit, factory, sender }: UserOperation,
): Promise<void> {
  try {
    await client.call({
      ...{ account: entryPoint, to: sender, data: callData, gas: callGasLimit! + 60_000n },
      ...(isUpgrade(factory) && {
        stateOverride: [{ address: sender, code: delegationTo(implementation) }],
      }),
    })
  } catch (error) {
    if (!isRevert(error)) throw error
    refuse(services, 'reverted')
  }
}
