import type { BodyOf } from '@foyer/protocol'
import type { postSponsoredCalls, SponsoredCalls } from '@foyer/protocol/sponsor'
import { isAddressEqual, recoverTypedDataAddress } from 'viem'
import { estimateGas } from '../chains/estimateGas.ts'
import { blockBehind } from '../chains/searchBlocks.ts'
import type { Submission } from '../database/sponsorDatabase.ts'
import { budgetsOf, ownerOf } from '../policy/budgetsOf.ts'
import { refuse } from '../policy/refuse.ts'
import { requireSponsored } from '../policy/requireSponsored.ts'
import type { Services } from '../services.ts'
import { type Batch, batchTypedData, encodeBatch } from './encodeBatch.ts'
import { requireAccount } from './requireAccount.ts'

type Asked = BodyOf<typeof postSponsoredCalls>

/** A deadline may be so near or so far away, in seconds: it must be in a block by then. */
const deadlines = { nearest: 30, farthest: 3600 }

/**
 * Pays for a signed batch of a user.
 * @throws HttpError 403 `action-not-allowed` (the policy), 429 `limit-exceeded` (a budget), 503 `http-failed`
 */
export async function sponsorCalls(services: Services, asked: Asked): Promise<SponsoredCalls> {
  const { chain, sponsorship } = requireSponsored(services, asked)
  const batch: Batch = {
    account: asked.account,
    chain: chain.number,
    calls: asked.calls.map(({ data, to, value }) => ({ data, to, value: BigInt(value) })),
    nonce: BigInt(asked.nonce),
    deadline: BigInt(asked.deadline),
  }
  const data = encodeBatch(batch, asked.signature)
  // By the account's own number: two requests for one batch are one transaction.
  const key = `calls:${chain.caipId}:${asked.account.toLowerCase()}:${batch.nonce}`
  const known = await services.queue.readByKey(key)
  if (known) return known.data === data ? waitForCalls(services, known) : refuse(services, 'reused')

  const secondsLeft = asked.deadline - services.now() / 1000
  if (secondsLeft < deadlines.nearest || secondsLeft > deadlines.farthest)
    refuse(services, 'deadline')
  const signer = await recoverTypedDataAddress({
    ...batchTypedData(batch),
    signature: asked.signature,
  }).catch(() => undefined)
  if (signer === undefined || !isAddressEqual(signer, asked.account)) refuse(services, 'signature')
  const authorization = await requireAccount(services, chain, asked)
  const fromBlock = blockBehind(await chain.client.getBlockNumber({ cacheTime: 0 }))
  const gas = await estimateGas(chain, { authorization, data, to: asked.account })
  if (gas === undefined) return refuse(services, 'reverted')
  if (gas > sponsorship.gasPerBatch) refuse(services, 'gas')

  const { user } = asked
  const { submission } = await services.queue.submit({
    ...{ authorization, chain, data, fromBlock, gas, key },
    kind: 'calls',
    owner: ownerOf(user),
    to: asked.account,
    executionNonce: batch.nonce,
    budgets: budgetsOf({ chain, sponsorship, user }),
  })
  if (submission.data !== data) refuse(services, 'reused')
  return waitForCalls(services, submission)
}

/** Waits until a batch is in a block, as wallets name the transaction that is. */
const waitForCalls = async ({ limits, queue }: Services, submission: Submission) =>
  readCalls((await queue.wait(submission.id, limits.callsWaitMs)) ?? submission)

/** The state of a batch, as the wallet is told it. */
export const readCalls = ({
  hashes,
  id,
  minedHash,
  reason,
  state,
}: Submission): SponsoredCalls => ({
  id,
  state,
  transactionHash: minedHash ?? hashes.at(-1)!,
  ...(reason === null ? {} : { reason }),
})
