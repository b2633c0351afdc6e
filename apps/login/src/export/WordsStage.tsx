import { Button } from '@foyer/ui/primitives'
import { useState } from 'react'
import { Card } from '../account/Card.tsx'
import { SecretText } from '../account/SecretText.tsx'
import { words } from '../account/words.ts'
import type { ExportedWallet } from '../worker/wallet/exportWallet.ts'
import type { KeyClipboard } from './createKeyClipboard.ts'
import { PrivateKeys } from './PrivateKeys.tsx'
import { splitWords } from './splitWords.ts'

/** Shows the recovery phrase in order, and the private keys on demand. */
export function WordsStage({
  clipboard,
  exported,
  onFinish,
}: {
  clipboard: KeyClipboard
  exported: ExportedWallet
  onFinish: () => void
}) {
  // The wallet of an imported key has no words.
  const phrase = splitWords(exported.mnemonic)
  const isKey = phrase.length === 0
  const [hasKeys, setKeys] = useState(isKey)
  return (
    <Card
      icon="key"
      title={isKey ? words.export.keysTitle : words.export.wordsTitle(phrase.length)}
      text={isKey ? '' : words.export.wordsText}
    >
      {isKey ? null : (
        <ol
          className="phrase"
          aria-label={words.export.wordsLabel}
          style={{ gridTemplateRows: `repeat(${Math.ceil(phrase.length / 2)}, auto)` }}
        >
          {phrase.map((word, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a word is its place
            <li key={index}>
              <span className="phrase-number">{index + 1}</span>
              <SecretText bytes={word} className="phrase-word" />
            </li>
          ))}
        </ol>
      )}
      {hasKeys ? (
        <PrivateKeys clipboard={clipboard} evm={exported.evm} sol={exported.sol} />
      ) : (
        <Button variant="quiet" onClick={() => setKeys(true)}>
          {words.export.keysShow}
        </Button>
      )}
      <Button onClick={onFinish}>{words.export.finish}</Button>
    </Card>
  )
}
