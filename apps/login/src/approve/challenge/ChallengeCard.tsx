import { Button } from '@foyer/ui/primitives'
import { UnlockShell } from '../unlock/UnlockShell.tsx'
import { challengeWords } from '../words.ts'
import { ChallengeFrame } from './ChallengeFrame.tsx'

export type ChallengeCardProps = {
  /** Origin of the site, attested by the browser in the handshake. */
  origin: string
  /** Address of the operator's page. */
  page: string
  /** The token of the page; empty if the page did not load. */
  onToken: (token: string) => void
  onCancel: () => void
  /** As in `mountApproval`. */
  onHeight?: ((height: number) => void) | undefined
}

/** The operator's challenge before a mail, in the frame of a site. */
export const ChallengeCard = ({
  onCancel,
  onHeight,
  onToken,
  origin,
  page,
}: ChallengeCardProps) => (
  <UnlockShell
    icon="person"
    onHeight={onHeight}
    origin={origin}
    title={challengeWords.title}
    buttons={
      <Button variant="secondary" onClick={onCancel}>
        {challengeWords.cancel}
      </Button>
    }
  >
    <p className="unlock-text">{challengeWords.text}</p>
    <ChallengeFrame page={page} onToken={onToken} />
  </UnlockShell>
)
