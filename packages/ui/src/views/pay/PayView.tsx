import { supportsPay } from '@foyer/core'
import { useUi } from '../../context.ts'
import { Button } from '../../primitives/Button.tsx'
import { EmptyState } from '../../primitives/EmptyState.tsx'
import { SkeletonRow } from '../../primitives/Skeleton.tsx'
import { useStyles } from '../../useStyles.ts'
import { PayOutcome } from './PayOutcome.tsx'
import { PayTerms } from './PayTerms.tsx'
import css from './PayView.css?inline'
import type { PayData } from './payData.ts'
import { PayWords, usePayWords } from './payWords.ts'
import { usePayment } from './usePayment.ts'

/** A payment request: its terms, the wallet's answer, and the receipt. @source spec 2.13 */
export function PayView({ data }: { data: PayData }) {
  return (
    <PayWords>
      <Pay key={data.request.id} data={data} />
    </PayWords>
  )
}

function Pay({ data }: { data: PayData }) {
  useStyles(css)
  const { foyer } = useUi()
  const say = usePayWords()
  const { isLost, payment, reload, state } = usePayment(data.request)
  if (!supportsPay(foyer)) return <EmptyState title={say('pay.off')} />
  if (isLost || state?.factsError)
    return (
      <EmptyState
        role="alert"
        title={say('pay.unreadable')}
        action={
          <Button variant="secondary" onClick={() => (isLost ? reload() : void payment?.refresh())}>
            {say('pay.retry')}
          </Button>
        }
      />
    )
  if (!payment || !state?.facts)
    return (
      <div aria-busy="true">
        <SkeletonRow />
        <SkeletonRow />
      </div>
    )
  const { facts, stage } = state
  if (stage.status === 'ready' || stage.status === 'error')
    return <PayTerms data={data} facts={facts} payment={payment} state={state} />
  return <PayOutcome facts={facts} payment={payment} stage={stage} />
}
