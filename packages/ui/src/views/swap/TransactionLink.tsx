import type { ChainId } from '@foyer/protocol'
import { useFoyerState } from '../../context.ts'
import { LinkButton } from '../../primitives/Button.tsx'

/** A link to a transaction, where its network has an explorer. */
export function TransactionLink({
  chainId,
  hash,
  label,
}: {
  chainId: ChainId
  hash: string
  label: string
}) {
  const networks = useFoyerState((kit) => kit.networks)
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === chainId)
  const url = network?.blockExplorers?.default.url
  if (!url) return null
  return (
    <LinkButton variant="secondary" href={url.replace(/\/*(\?.*)?$/, `/tx/${hash}$1`)}>
      {label}
    </LinkButton>
  )
}
