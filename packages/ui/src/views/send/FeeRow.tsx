import type { SendFormState } from '@foyer/core'
import { formatUnits } from '@foyer/protocol'
import { useLanguage } from '../../context.ts'
import { formatAmount } from '../../format/formatAmount.ts'
import { Skeleton } from '../../primitives/Skeleton.tsx'
import { useActiveNetwork } from '../networks/useActiveNetwork.ts'
import { useSendWords } from './sendWords.ts'

/** The likely fee of the network. */
export function FeeRow({ state: { estimate, loading } }: { state: SendFormState }) {
  const { locale } = useLanguage()
  const message = useSendWords()
  const network = useActiveNetwork()
  if (!network) return null
  const { decimals, symbol } = network.nativeCurrency
  return (
    <div className="send-fact" aria-busy={loading && !estimate}>
      <span>{message('send.fee')}</span>
      {estimate ? (
        <bdi dir="ltr">
          ~{formatAmount(formatUnits(estimate.fee, decimals), locale)} {symbol}
        </bdi>
      ) : loading ? (
        <Skeleton width="s" />
      ) : (
        <span>{message('send.feeUnknown')}</span>
      )}
    </div>
  )
}
