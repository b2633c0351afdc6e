import type { Warning } from '@foyer/decode'
import { Notice } from '@foyer/ui/primitives'
import type { WarningTone } from '../words.ts'
import { sentenceOf, toneOf } from './warningSentence.ts'

const tones: readonly WarningTone[] = ['danger', 'warning', 'info']

/** Shows the warnings, the most severe first, as one notice per severity with one sentence each. */
export function Warnings({ given }: { given: readonly Warning[] }) {
  return tones.map((tone) => {
    const ofTone = given.filter((warning) => toneOf(warning) === tone)
    const sentences = [...new Set(ofTone.map(sentenceOf))]
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
