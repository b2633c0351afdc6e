import type { Warning } from '@foyer/decode'
import { Notice } from '../primitives/Notice.tsx'
import { useDescriptionWords } from './useDescriptionWords.ts'
import { sentenceOf, toneOf } from './warningSentence.ts'
import type { WarningTone } from './warningTones.ts'

const tones: readonly WarningTone[] = ['danger', 'warning', 'info']

/** Shows the warnings, the most severe first, as one notice per severity with one sentence each. */
export function Warnings({ given }: { given: readonly Warning[] }) {
  const words = useDescriptionWords()
  return tones.map((tone) => {
    const ofTone = given.filter((warning) => toneOf(warning) === tone)
    const sentences = [...new Set(ofTone.map((warning) => sentenceOf(warning, words)))]
    if (sentences.length === 0) return null
    return (
      <Notice key={tone} tone={tone}>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Notice>
    )
  })
}
