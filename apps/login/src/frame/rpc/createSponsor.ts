import { FoyerError } from '@foyer/protocol'
import { loginSponsorCalls, loginSponsorCheck } from '@foyer/protocol/login'
import type { FrameAccount } from '../createFrameAccount.ts'
import type { FrameNetwork } from '../networks.ts'
import type { SignedBatch } from './signedBatch.ts'

type Calls = SignedBatch['calls']

/** The operator, who may pay the gas of calls on one network. */
export type Sponsor = {
  /** Tells whether it pays. False when it can not be asked: the user then pays. */
  pays(calls: Calls): Promise<boolean>
  /**
   * Sends a signed batch.
   * @returns The transaction's hash, and the operator's id of the batch.
   * @throws FoyerError `transaction-rejected`, and its refusals
   */
  send(batch: SignedBatch): Promise<{ readonly hash: string; readonly id: string }>
}

/** Returns the sponsor of a network; undefined where the operator pays for nobody. */
export function createSponsor(
  account: FrameAccount,
  { address, network, signal }: { address: string; network: FrameNetwork; signal: AbortSignal },
): Sponsor | undefined {
  if (!network.isSponsored || network.smartAccount === undefined) return undefined
  const own = {
    chainId: network.id as `eip155:${number}`,
    account: address as `0x${string}`,
  }
  const written = (calls: Calls) => calls.map((one) => ({ ...one, value: one.value.toString() }))
  return {
    async pays(calls) {
      try {
        const body = { ...own, calls: written(calls) }
        return (await account.call(loginSponsorCheck, body, { signal })).pays
      } catch (error) {
        if (signal.aborted) throw error
        return false
      }
    },
    async send({ calls, nonce, ...signed }) {
      const body = { ...own, ...signed, calls: written(calls), nonce: nonce.toString() }
      const { id, reason, state, transactionHash } = await account.call(loginSponsorCalls, body)
      if (state !== 'failed') return { hash: transactionHash, id }
      throw new FoyerError('transaction-rejected', { details: reason })
    },
  }
}
