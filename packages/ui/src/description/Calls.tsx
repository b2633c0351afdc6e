import type { DescribedCall } from '@foyer/decode'
import { fillMessage } from '../i18n/fillMessage.ts'
import { useStyles } from '../useStyles.ts'
import css from './Calls.css?inline'
import { Facts } from './Facts.tsx'
import { shorten } from './showAmount.ts'
import { factsOfCall } from './sortFacts.ts'
import { useDescriptionWords } from './useDescriptionWords.ts'
import { sentenceOf, toneOf } from './warningSentence.ts'

/** Lists all calls in order, with their nested calls; none is collapsed. */
export function Calls({ calls, title }: { calls: readonly DescribedCall[]; title: string }) {
  useStyles(css)
  return (
    <section className="approval-calls">
      <h2>{title}</h2>
      <CallList calls={calls} prefix="" />
    </section>
  )
}

function CallList({ calls, prefix }: { calls: readonly DescribedCall[]; prefix: string }) {
  const language = useDescriptionWords()
  const { actions, words } = language
  return (
    <ol>
      {calls.map((call, index) => {
        const { action, calls: inner, name, target, warnings } = call
        const number = `${prefix}${index + 1}`
        return (
          <li key={number}>
            <p className="approval-call">
              <span className="approval-call-number">{number}</span>
              <span className="approval-call-words">
                {actions[action]}
                {name === undefined ? null : <code>{name}</code>}
              </span>
              {target === undefined ? null : (
                <span className="approval-call-target" title={target} dir="ltr">
                  {fillMessage(words.callTo, { target: shorten(target) })}
                </span>
              )}
            </p>
            <Facts facts={factsOfCall(call)} />
            {warnings.map((warning) => (
              <p key={warning.code} className="approval-call-warning" data-tone={toneOf(warning)}>
                {sentenceOf(warning, language)}
              </p>
            ))}
            {inner.length > 0 ? <CallList calls={inner} prefix={`${number}.`} /> : null}
          </li>
        )
      })}
    </ol>
  )
}
