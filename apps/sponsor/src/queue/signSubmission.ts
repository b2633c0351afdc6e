import { keccak256 } from 'viem'
import type { Chain, Fees } from '../chains/chain.ts'
import type { Submission } from '../database/sponsorDatabase.ts'

/** Signs a transaction of one of the operator's accounts. Equal parts give equal bytes. */
export async function signSubmission(
  chain: Chain,
  { authorization, data, gas, nonce, sender, to }: SubmissionParts,
  fees: Fees,
): Promise<{ readonly raw: `0x${string}`; readonly hash: `0x${string}` }> {
  const account = chain.accounts.get(sender)
  if (account === undefined) throw new Error(`The key of ${sender} is not configured any more`)
  const parts = { ...fees, chainId: chain.number, data, gas, nonce, to }
  const raw = await account.signTransaction(
    authorization === null
      ? { type: 'eip1559', ...parts }
      : { type: 'eip7702', ...parts, authorizationList: [authorization] },
  )
  return { raw, hash: keccak256(raw) }
}

/** An empty transfer of the paying account to itself: it uses the nonce of a transaction that no node takes. */
export const cancelling = ({
  nonce,
  sender,
}: Pick<Submission, 'nonce' | 'sender'>): SubmissionParts => ({
  ...{ authorization: null, data: '0x', gas: 21_000n, nonce, sender, to: sender },
})

type SubmissionParts = Pick<
  Submission,
  'authorization' | 'data' | 'gas' | 'nonce' | 'sender' | 'to'
>
