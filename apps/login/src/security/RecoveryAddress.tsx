import { FoyerError } from '@foyer/protocol'
import { moveRecoveryContact, readRecoveryContact } from '@foyer/protocol/login'
import type { RecoveryContact } from '@foyer/protocol/vault'
import { Button, Notice } from '@foyer/ui/primitives'
import { useEffect, useState } from 'react'
import { useReady } from '../account/AccountContext.ts'
import { failureWords } from '../account/failureWords.ts'
import { NumberBox } from '../account/NumberBox.tsx'
import { Sheet } from '../account/Sheet.tsx'
import { useTask } from '../account/useTask.ts'
import { words } from '../account/words.ts'
import { formatDateTime } from './describeDevice.ts'

const text = words.recovery.address

/** Shows the e-mail address that the vault uses for recovery, and its pending change. */
export function RecoveryAddress() {
  const { account, facts } = useReady()
  const [contact, setContact] = useState<RecoveryContact | null>()
  const [number, setNumber] = useState<string>()
  const read = useTask(async () => {
    setContact((await account.call(readRecoveryContact, {})).contact)
  })
  const { run } = read
  // Reload when the account's address changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the answer depends on
  useEffect(() => void run(), [run, facts.email])
  const move = useTask(async () => {
    const answer = await account.call(moveRecoveryContact, {})
    await run()
    if (answer.status === 'asked') setNumber(answer.number)
  })
  if (read.error !== undefined && contact === undefined)
    return (
      <Notice
        tone="info"
        title={text.unknown}
        action={
          <Button inline pending={read.pending} onClick={() => void run()}>
            {words.retry}
          </Button>
        }
      >
        {failureWords(read.error)}
      </Notice>
    )
  if (!contact || contact.email === null) return null
  const { asked, email, next } = contact
  const follows = facts.email === null || (next?.email ?? email) === facts.email
  return (
    <>
      <dl className="facts">
        <div>
          <dt>{text.title}</dt>
          <dd dir="auto">{email}</dd>
        </div>
      </dl>
      {next === null ? null : (
        <Notice tone="info" title={text.next}>
          {text.nextText(next.email, formatDateTime(next.at))}
        </Notice>
      )}
      {follows ? null : (
        <Notice
          tone="warning"
          title={text.differs}
          action={
            <Button inline pending={move.pending} onClick={() => void move.run()}>
              {asked ? text.again : text.send}
            </Button>
          }
        >
          <p>{text.differsText}</p>
          {asked ? <p>{text.asked(asked.by, formatDateTime(asked.expiresAt))}</p> : null}
        </Notice>
      )}
      {move.error === undefined ? null : <Notice tone="danger">{moveFailure(move.error)}</Notice>}
      {number === undefined ? null : (
        <Sheet title={text.sentTitle} onClose={() => setNumber(undefined)}>
          <p className="sheet-text">{text.sentText(asked?.by ?? email)}</p>
          <NumberBox number={number} />
          <Button onClick={() => setNumber(undefined)}>{words.done}</Button>
        </Sheet>
      )}
    </>
  )
}

const moveFailure = (error: unknown): string =>
  error instanceof FoyerError && error.code === 'request-invalid' ? text.held : failureWords(error)
