import type { Network } from '@foyer/core'
import { referenceOf } from '@foyer/protocol'
import { useState } from 'react'
import { useMessage, useUi } from '../../context.ts'
import type { MessageKey } from '../../i18n/en.ts'
import { List, ListRow } from '../../primitives/ListRow.tsx'

/** A value for adding a network by hand: a press copies it. */
export function NetworkFacts({ network }: { network: Network }) {
  const { foyer, notices } = useUi()
  const message = useMessage()
  const [copied, setCopied] = useState<MessageKey>()
  const { blockExplorers, caipNetworkId, name, nativeCurrency, rpcUrls } = network
  const facts: readonly (readonly [MessageKey, string | undefined])[] = [
    ['switchNetwork.factName', name],
    ['switchNetwork.factRpc', rpcUrls.default.http[0]],
    ['switchNetwork.factId', referenceOf(caipNetworkId)],
    ['switchNetwork.factSymbol', nativeCurrency.symbol],
    ['switchNetwork.factExplorer', blockExplorers?.default.url],
  ]
  const copy = async (key: MessageKey, value: string) => {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(key)
    } catch (error) {
      foyer.log('info', 'the clipboard refused', error)
      notices.show({ tone: 'error', text: message('switchNetwork.copyFailed') })
    }
  }
  return (
    <>
      <List label={message('switchNetwork.facts')}>
        {facts.map(([key, value]) =>
          value ? (
            <ListRow
              key={key}
              title={value}
              subtitle={message(key)}
              trailing={message(copied === key ? 'modal.copied' : 'modal.copy')}
              onClick={() => void copy(key, value)}
            />
          ) : null,
        )}
      </List>
      <span className="unseen" role="status">
        {copied ? message('modal.copied') : ''}
      </span>
    </>
  )
}
