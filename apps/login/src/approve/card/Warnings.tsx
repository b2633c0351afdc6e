import { Notice } from '@foyer/ui/primitives'
import type { Warning } from '../../decode/description.ts'
import { fill, neverEnds, type WarningTone, warnings } from '../words.ts'

const tones: readonly WarningTone[] = ['danger', 'warning', 'info']

/** What is risky, the gravest first: one notice a tone, a sentence each. */
export function Warnings({ given }: { given: readonly Warning[] }) {
  return tones.map((tone) => {
    const sentences = given.filter(({ code }) => warnings[code][0] === tone).map(sentenceOf)
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

function sentenceOf({ code, values = {} }: Warning): string {
  if (code === 'long-deadline' && values.days === 'never') return neverEnds
  return fill(warnings[code][1], values)
}
