import type { PaymentFacts } from '@foyer/core'
import { shortenAddress } from '../../format/shortenAddress.ts'
import { Notice, type NoticeProps } from '../../primitives/Notice.tsx'
import { usePayWords } from './payWords.ts'

const looks = {
  'look-alike': { tone: 'danger', text: 'pay.warnLookAlike' },
  token: { tone: 'danger', text: 'pay.warnToken' },
  contract: { tone: 'info', text: 'pay.warnContract' },
  'first-time': { tone: 'info', text: 'pay.warnFirstTime' },
} as const satisfies Record<string, { tone: NoticeProps['tone']; text: string }>

/** Warnings about the receiver of a request. */
export function PayWarnings({ warnings }: Pick<PaymentFacts, 'warnings'>) {
  const say = usePayWords()
  return warnings.map((warning) => {
    // The own account is a problem, which is told already.
    if (warning.kind === 'own') return null
    const { text, tone } = looks[warning.kind]
    const isCopy = warning.kind === 'look-alike'
    return (
      <Notice key={warning.kind} tone={tone} title={isCopy ? say('pay.lookAlike') : undefined}>
        {say(text, { address: isCopy ? shortenAddress(warning.of) : '' })}
      </Notice>
    )
  })
}
