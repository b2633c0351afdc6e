import type { ResponseOf } from '@foyer/protocol'
import { unfreezeAccount } from '@foyer/protocol/login'
import { Button } from '@foyer/ui/primitives'
import { useState } from 'react'
import { useReady } from '../account/AccountContext.ts'
import { Heading } from '../account/Heading.tsx'
import { NumberBox } from '../account/NumberBox.tsx'
import { PageIcon } from '../account/PageIcon.tsx'
import { Sheet } from '../account/Sheet.tsx'
import { words } from '../account/words.ts'
import { ConfirmSheet } from './ConfirmSheet.tsx'
import { formatDateTime } from './describeDevice.ts'

type Mailed = ResponseOf<typeof unfreezeAccount>

/** Shows that the wallet is frozen, and offers to unfreeze it. */
export function FrozenBanner() {
  const { account, facts } = useReady()
  const [asked, setAsked] = useState(false)
  const [mailed, setMailed] = useState<Mailed>()
  if (facts.frozenAt === null) return null
  return (
    <section className="frozen">
      <PageIcon name="freeze" />
      <div>
        <Heading level={2}>{words.freeze.frozenTitle}</Heading>
        <p>{words.freeze.frozenSince(formatDateTime(facts.frozenAt))}</p>
        <Button variant="secondary" inline onClick={() => setAsked(true)}>
          {words.freeze.unfreeze}
        </Button>
      </div>
      {asked && (
        <ConfirmSheet
          title={words.freeze.unfreezeTitle}
          text={words.freeze.unfreezeText}
          action={words.freeze.unfreezeAction}
          stepUp
          onClose={() => setAsked(false)}
          onConfirm={async () => setMailed(await account.call(unfreezeAccount, {}))}
        />
      )}
      {mailed && (
        <Sheet title={words.freeze.mailedTitle} onClose={() => setMailed(undefined)}>
          <p className="sheet-text">{words.freeze.mailedText}</p>
          <NumberBox number={mailed.number} />
          <Button onClick={() => setMailed(undefined)}>{words.done}</Button>
        </Sheet>
      )}
    </section>
  )
}
