import type { BodyOf } from '@foyer/protocol'
import type { postSponsoredCalls } from '@foyer/protocol/sponsor'
import { concat, isAddressEqual, pad, type SignedAuthorization } from 'viem'
import { recoverAuthorizationAddress } from 'viem/utils'
import type { Chain } from '../chains/chain.ts'
import { refuse } from '../policy/refuse.ts'
import type { Services } from '../services.ts'

type Asked = Pick<BodyOf<typeof postSponsoredCalls>, 'account' | 'authorization'>

/** Code of an account that is delegated to an implementation. @source https://eips.ethereum.org/EIPS/eip-7702 */
export const delegationTo = (implementation: `0x${string}`) => concat(['0xef0100', implementation])

/**
 * Requires that the account is, or becomes, the smart account of the policy: other code could burn gas.
 * @returns the authorization that makes it one
 * @throws HttpError 403 `action-not-allowed`
 */
export async function requireAccount(
  services: Pick<Services, 'metrics'>,
  chain: Chain & { implementation: `0x${string}` },
  { account, authorization: signed }: Asked,
): Promise<SignedAuthorization | undefined> {
  const code = await chain.client.getCode({ address: account })
  if (signed === undefined) {
    if (code?.toLowerCase() !== delegationTo(chain.implementation).toLowerCase())
      refuse(services, 'account')
    return undefined
  }
  const authorization: SignedAuthorization = {
    ...{ address: signed.address, chainId: chain.number, nonce: signed.nonce },
    ...{ yParity: signed.yParity, r: pad(signed.r), s: pad(signed.s) },
  }
  const [nonce, signer] = await Promise.all([
    chain.client.getTransactionCount({ address: account, blockTag: 'pending' }),
    recoverAuthorizationAddress({ authorization }).catch(() => undefined),
  ])
  const isFit =
    signer !== undefined &&
    isAddressEqual(signer, account) &&
    isAddressEqual(signed.address, chain.implementation) &&
    signed.nonce === nonce &&
    (code === undefined || code.startsWith('0xef0100'))
  if (!isFit) refuse(services, 'upgrade')
  return authorization
}
