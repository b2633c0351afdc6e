import { FoyerError, type ResponseOf } from '@foyer/protocol'
import { unfreezeAccount } from '@foyer/protocol/login'
import { Button } from '@foyer/ui/primitives'
import { useState } from 'react'
import { useReady } from '../account/AccountContext.ts'
import { Heading } from '../account/Heading.tsx'
import { NumberBox } from '../account/NumberBox.tsx'
import { PageIcon } from '../account/PageIcon.tsx'
import { Sheet } from '../account/Sheet.tsx'
import { useStepUp } from '../account/StepUp.tsx'
import { words } from '../account/words.ts'
import { ConfirmSheet } from './ConfirmSheet.tsx'
import { formatDateTime } from './describeDevice.ts'

type Answer = ResponseOf<typeof unfreezeAccount>

/** Shows that the wallet is frozen, and offers to unfreeze it. */
export function FrozenBanner() {
  const { account, facts } = useReady()
  const ask = useStepUp()
  const [asked, setAsked] = useState(false)
  const [answer, setAnswer] = useState<Answer>()
  const unfreeze = async () => setAnswer(await account.call(unfreezeAccount, {}))
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
          text={facts.email === null ? words.freeze.unfreezeByLogin : words.freeze.unfreezeText}
          action={facts.email === null ? words.freeze.unfreeze : words.freeze.unfreezeAction}
          stepUp
          onClose={() => setAsked(false)}
          onConfirm={async () => {
            try {
              await unfreeze()
            } catch (error) {
              // The vault knows no address: a login after the freeze ends it, at a provider that the vault asks itself.
              if (!isEvidenceMissing(error)) throw error
              if (await ask('login')) await unfreeze()
            }
          }}
        />
      )}
      {answer && (
        <Sheet
          title={answer.status === 'asked' ? words.freeze.mailedTitle : words.freeze.begunTitle}
          onClose={() => setAnswer(undefined)}
        >
          <p className="sheet-text">
            {answer.status === 'asked' ? words.freeze.mailedText : words.freeze.begunText}
          </p>
          {answer.status === 'asked' ? <NumberBox number={answer.number} /> : null}
          <Button onClick={() => setAnswer(undefined)}>{words.done}</Button>
        </Sheet>
      )}
    </section>
  )
}

const isEvidenceMissing = (error: unknown) =>
  error instanceof FoyerError && error.code === 'recovery-evidence-required'
