import { FoyerError } from '@foyer/protocol'
import { freezeAccount } from '@foyer/protocol/login'
import { Button } from '@foyer/ui/primitives'
import { useState } from 'react'
import { useReady } from '../account/AccountContext.ts'
import { failureWords } from '../account/failureWords.ts'
import { Panel } from '../account/Panel.tsx'
import { words } from '../account/words.ts'
import { ConfirmSheet } from './ConfirmSheet.tsx'

/** Freezes the wallet, so that nothing can be signed or restored. Requires no step-up, to be fast in an emergency. */
export function FreezePanel() {
  const { account, facts } = useReady()
  const [asked, setAsked] = useState(false)
  if (facts.frozenAt !== null) return null
  return (
    <Panel icon="freeze" title={words.freeze.title}>
      <div className="panel-line">
        <p className="panel-text">{words.freeze.text}</p>
        <Button variant="secondary" inline onClick={() => setAsked(true)}>
          {words.freeze.action}
        </Button>
      </div>
      {asked && (
        <ConfirmSheet
          title={words.freeze.sheetTitle}
          action={words.freeze.action}
          failure={freezeFailure}
          onClose={() => setAsked(false)}
          onConfirm={async () => {
            await account.call(freezeAccount, {})
            await account.refresh()
            scrollTo({ top: 0 })
          }}
        >
          <ul className="sheet-points">
            {words.freeze.points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </ConfirmSheet>
      )}
    </Panel>
  )
}

/** The servers freeze no wallet whose user could not end that. */
const freezeFailure = (error: unknown): string =>
  error instanceof FoyerError && error.code === 'request-invalid'
    ? words.freeze.endless
    : failureWords(error)
