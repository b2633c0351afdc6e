import { FoyerError } from '@foyer/protocol'
import { type ReactNode, useCallback, useState } from 'react'
import { ChallengeFrame } from '../approve/challenge/ChallengeFrame.tsx'
import { challengeWords } from '../approve/words.ts'
import type { ShowChallenge } from '../session/withWork.ts'
import { Sheet } from './Sheet.tsx'

type Asked = { page: string; give: (token: string) => void; refuse: (error: FoyerError) => void }

/** Shows the operator's challenge before a mail, on a sheet. */
export function useChallenge(): { showChallenge: ShowChallenge; sheet: ReactNode } {
  const [asked, setAsked] = useState<Asked>()
  const showChallenge = useCallback<ShowChallenge>(
    (page) =>
      new Promise<string>((give, refuse) => setAsked({ page, give, refuse })).finally(() =>
        setAsked(undefined),
      ),
    [],
  )
  const sheet = asked ? (
    <Sheet
      title={challengeWords.title}
      over
      onClose={() => asked.refuse(new FoyerError('user-rejected'))}
    >
      <p className="sheet-text">{challengeWords.text}</p>
      <ChallengeFrame page={asked.page} onToken={asked.give} />
    </Sheet>
  ) : null
  return { showChallenge, sheet }
}
