import { type ChainId, FoyerError } from '@foyer/protocol'
import { type PaymentRequest, parseAsset } from '@foyer/protocol/payment'

/** Returns the network and the token of a request. @throws FoyerError `params-invalid` */
export function requireAsset({ asset }: PaymentRequest): {
  readonly chainId: ChainId
  readonly token: string | undefined
} {
  const parsed = parseAsset(asset)
  if (parsed) return parsed
  throw new FoyerError('params-invalid', { details: `${asset} is no CAIP-19 id.` })
}
