import { farcasterName } from '@foyer/protocol/social'
import { Button, List, ListRow, Notice } from '@foyer/ui/primitives'
import { useState } from 'react'
import { useReady } from '../../account/AccountContext.ts'
import { FarcasterAsk } from '../../account/FarcasterAsk.tsx'
import { FilledText } from '../../account/FilledText.tsx'
import { failureWords } from '../../account/failureWords.ts'
import { PageIcon } from '../../account/PageIcon.tsx'
import { Sheet } from '../../account/Sheet.tsx'
import { loginName, useLeave, useSocials } from '../../account/SocialButtons.tsx'
import { words } from '../../account/words.ts'
import { AddEmailStage } from './AddEmailStage.tsx'

const text = words.logins

/** Adds a way to log in: by email here, or at a provider, which leaves this page and comes back. */
export function AddLoginSheet({
  onAdded,
  onClose,
}: {
  /** An address was added; `id` is its login's. */
  onAdded: (id: string) => void
  onClose: () => void
}) {
  const { facts } = useReady()
  const socials = useSocials()
  const leave = useLeave('link')
  const [stage, setStage] = useState<'list' | 'email' | 'farcaster'>('list')
  const hasEmail = facts.logins.some(({ provider }) => provider === 'email')
  return (
    <Sheet
      title={stage === 'email' ? text.emailTitle : text.addTitle}
      busy={leave.pending}
      onClose={onClose}
    >
      {stage === 'email' ? <AddEmailStage onAdded={onAdded} /> : null}
      {stage === 'farcaster' ? (
        <>
          <p className="sheet-text">
            <FilledText text={words.farcaster.text} value={location.host} />
          </p>
          <FarcasterAsk
            purpose="link"
            onEnd={async (end) => {
              if (end.status === 'linked') onAdded(end.id)
            }}
          />
        </>
      ) : null}
      {stage === 'list' ? (
        <>
          <p className="sheet-text">{text.addText}</p>
          {leave.error === undefined ? null : (
            <Notice tone="danger">{failureWords(leave.error)}</Notice>
          )}
          <List label={text.addTitle}>
            {hasEmail ? null : (
              <ListRow
                image={
                  <span className="recovery-icon">
                    <PageIcon name="mail" />
                  </span>
                }
                title={text.email}
                subtitle={text.emailText}
                chevron
                onClick={() => setStage('email')}
              />
            )}
            {socials.map((name) => (
              <ListRow
                key={name}
                image={
                  <span className="recovery-icon">
                    <PageIcon name="user" />
                  </span>
                }
                title={loginName(name)}
                subtitle={name === farcasterName ? text.farcasterText : text.socialText}
                chevron
                disabled={leave.pending}
                onClick={() =>
                  name === farcasterName ? setStage('farcaster') : void leave.run(name)
                }
              />
            ))}
          </List>
          <Button variant="quiet" disabled={leave.pending} onClick={onClose}>
            {words.cancel}
          </Button>
        </>
      ) : null}
    </Sheet>
  )
}
