import type { CheckedRequest } from '@foyer/decode/preview'
import { useMemo } from 'react'
import { AddressNotes } from '../../description/addressNotes.ts'
import { DescriptionBody } from '../../description/DescriptionBody.tsx'
import { enDescription } from '../../description/enDescription.ts'
import { titleOf } from '../../description/titleOf.ts'
import { DescriptionLanguage } from '../../description/useDescriptionWords.ts'
import { Notice } from '../../primitives/Notice.tsx'
import type { PreviewWords } from './previewWords.ts'
import { useAddressNotes } from './useAddressNotes.ts'

/** Shows what a checked request does. A chunk of its own, which loads while the request is checked. */
export function CheckedBody({ checked, words }: { checked: CheckedRequest; words: PreviewWords }) {
  const { account, description, network, signs } = checked
  const { description: given = enDescription, screen } = words
  const notes = useAddressNotes(checked, screen)
  const language = useMemo(
    () => ({ ...given, words: { ...given.words, fee: screen.fee } }),
    [given, screen],
  )
  return (
    <DescriptionLanguage.Provider value={language}>
      <AddressNotes.Provider value={notes}>
        {signs.length > 0 ? (
          <Notice tone="danger" title={screen.drainTitle}>
            {signs.map((sign) => (
              <p key={sign}>{screen.signs[sign]}</p>
            ))}
          </Notice>
        ) : null}
        <DescriptionBody
          account={account}
          description={description}
          network={network}
          heading={
            <h2 className="preview-title">
              {titleOf(description, { site: location.host, words: language })}
            </h2>
          }
        />
        {description.typed ? <p className="preview-untried">{screen.typedUntried}</p> : null}
      </AddressNotes.Provider>
    </DescriptionLanguage.Provider>
  )
}
