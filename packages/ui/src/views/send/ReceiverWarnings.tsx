import type { ReceiverWarning } from '@foyer/core'
import { shortenAddress } from '../../format/shortenAddress.ts'
import type { enSend } from '../../i18n/enSend.ts'
import { Notice, type NoticeProps } from '../../primitives/Notice.tsx'
import { useSendWords } from './sendWords.ts'

type Key = keyof typeof enSend

const looks: Record<
  ReceiverWarning['kind'],
  { readonly tone: NoticeProps['tone']; readonly text: Key; readonly title?: Key }
> = {
  'look-alike': { tone: 'danger', text: 'send.warnLookAlike', title: 'send.lookAlike' },
  token: { tone: 'danger', text: 'send.warnToken' },
  contract: { tone: 'warning', text: 'send.warnContract' },
  own: { tone: 'warning', text: 'send.warnOwn' },
  'first-time': { tone: 'info', text: 'send.warnFirstTime' },
}

/** Warnings about the receiver of what is called `symbol`. */
export function ReceiverWarnings({
  symbol,
  warnings,
}: {
  symbol: string
  warnings: readonly ReceiverWarning[]
}) {
  const message = useSendWords()
  return warnings.map((warning) => {
    const { text, title, tone } = looks[warning.kind]
    const address = warning.kind === 'look-alike' ? shortenAddress(warning.of) : ''
    return (
      <Notice key={warning.kind} tone={tone} title={title && message(title)}>
        {message(text, { address, symbol })}
      </Notice>
    )
  })
}
