import { loginOperationState, loginSponsorState } from '@foyer/protocol/login'
import type { FrameAccount } from '../createFrameAccount.ts'
import { createRpc } from '../createRpc.ts'
import type { Networks } from '../networks.ts'
import { decodeCallsId, type SentCalls } from './callsId.ts'
import type { Receipt } from './waitForReceipt.ts'

/** The answer of `wallet_getCallsStatus`. @source https://eips.ethereum.org/EIPS/eip-5792 */
export type CallsStatus = {
  readonly version: '2.0.0'
  readonly id: string
  /** EIP-155 chain id in hex, `0x…`. */
  readonly chainId: string
  readonly atomic: boolean
  /** 100 pending, 200 done, 500 reverted, 600 partly reverted. */
  readonly status: 100 | 200 | 500 | 600
  readonly receipts: readonly Receipt[]
}

/**
 * Reads what became of a bundle: from the chain, and first from the operator if it sends the bundle, since the transaction
 * may have been replaced by one with a higher fee.
 * @throws FoyerError `bundle-unknown`, `rpc-failed`
 */
export async function readCallsStatus(
  id: unknown,
  { account, networks, signal }: readCallsStatus.Parameters,
): Promise<CallsStatus> {
  const sent = decodeCallsId(id)
  const { chainId, count } = sent
  const network = networks.require(`eip155:${BigInt(chainId)}`)
  const rpc = createRpc(account, { chainId: network.id, signal })
  const { hashes, told } = await readHashes(sent, { account, signal })
  const asked = hashes.map((hash) => rpc('eth_getTransactionReceipt', [hash]))
  const found = (await Promise.all(asked)) as (Receipt | null)[]
  const known = found.filter((receipt) => receipt !== null)
  // Someone else had the batch carried out, by a transaction that the operator has not found: its own one is reverted.
  const receipts = told === 'mined' ? known.filter(({ status }) => status === '0x1') : known
  return {
    version: '2.0.0',
    id: id as string,
    chainId,
    // One transaction.
    atomic: count === 1,
    status: statusOf(known, { count, sent: hashes.length, told }),
    receipts: receipts.map(
      ({ blockHash, blockNumber, gasUsed, logs, status, transactionHash }) => ({
        ...{ blockHash, blockNumber, gasUsed, logs, status, transactionHash },
      }),
    ),
  }
}

export declare namespace readCallsStatus {
  type Parameters = { account: FrameAccount; networks: Networks; signal: AbortSignal }
}

/** The operator's account of the calls. It decides, not the operator's transaction: anyone can submit a signed batch before it. */
type Told = 'pending' | 'mined' | 'failed' | 'no-answer' | undefined

/** Returns the transactions to look for. */
async function readHashes(
  { chainId, hashes, isOperation, sponsored }: SentCalls,
  { account, signal }: Pick<readCallsStatus.Parameters, 'account' | 'signal'>,
): Promise<{ hashes: readonly string[]; told?: Told }> {
  if (isOperation) {
    const body = {
      chainId: `eip155:${Number(chainId)}` as const,
      hash: hashes[0] as `0x${string}`,
    }
    const { state, transactionHash } = await account.call(loginOperationState, body, { signal })
    // The hash of an operation is of no transaction: nothing is found, and it stays pending.
    return { hashes: [transactionHash ?? body.hash], told: state === 'failed' ? state : undefined }
  }
  if (sponsored === undefined) return { hashes }
  try {
    const { state, transactionHash } = await account.call(
      loginSponsorState,
      { id: sponsored },
      { signal },
    )
    const isOver = state === 'failed' || state === 'mined'
    return { hashes: [transactionHash], told: isOver ? state : 'pending' }
  } catch (error) {
    if (signal.aborted) throw error
    // It does not answer, or has forgotten the bundle: the hash of the start is what is known.
    return { hashes, told: 'no-answer' }
  }
}

function statusOf(
  receipts: readonly Receipt[],
  { count, sent, told }: { count: number; sent: number; told: Told },
): CallsStatus['status'] {
  if (told === 'failed') return 500
  if (receipts.length < sent || told === 'pending') return 100
  if (told === 'mined') return 200
  const worked = receipts.filter(({ status }) => status === '0x1').length
  if (worked === count) return 200
  if (told === 'no-answer') return 100
  return worked === 0 ? 500 : 600
}
