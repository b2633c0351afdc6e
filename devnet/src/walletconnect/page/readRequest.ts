import { rpcError } from '../../wallet/page/rpcError.ts'
import type { PhoneConfig } from '../phoneConfig.ts'
import { type Ask, paramsOf } from './ask.ts'
import { currentChain } from './currentChain.ts'
import { familyOf } from './networks.ts'
import type { Session, SessionRequest } from './openKit.ts'
import { readEvmRequest } from './readEvmRequest.ts'
import { readSolanaRequest } from './readSolanaRequest.ts'

/**
 * Reads a site's request.
 *
 * @throws Error with the code for the site, if the user can not be asked.
 */
export function readRequest(config: PhoneConfig, session: Session, request: SessionRequest): Ask {
  const { chainId } = request.params
  const { method } = request.params.request
  const family = familyOf(chainId)
  if (!family) throw rpcError(5100, `This wallet has no accounts on ${chainId}.`)
  const context = { config, session, chainId, current: currentChain(session, family) ?? chainId }
  const read = family === 'eip155' ? readEvmRequest : readSolanaRequest
  return read(context, method, paramsOf(request))
}
