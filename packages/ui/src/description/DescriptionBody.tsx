import type { Description } from '@foyer/decode'
import type { ReactNode } from 'react'
import { fillMessage } from '../i18n/fillMessage.ts'
import { LineIcon } from '../primitives/Icon.tsx'
import { useStyles } from '../useStyles.ts'
import { Address } from './Address.tsx'
import { Calls } from './Calls.tsx'
import { Changes } from './Changes.tsx'
import css from './DescriptionBody.css?inline'
import type { DescriptionWords } from './descriptionWords.ts'
import { FactRow, Facts } from './Facts.tsx'
import { MessageText } from './MessageText.tsx'
import { readActs, readLoneCall } from './readCalls.ts'
import { showChange } from './showAmount.ts'
import { sortFacts } from './sortFacts.ts'
import { TypedTree } from './TypedTree.tsx'
import { useDescriptionWords } from './useDescriptionWords.ts'
import { Warnings } from './Warnings.tsx'

export type DescriptionBodyProps = {
  /** The account that signs. */
  account: string
  description: Description
  /** The heading, above everything. */
  heading: ReactNode
  network: { readonly name: string }
}

/** Shows all facts about a request, the most important first. */
export function DescriptionBody({ account, description, heading, network }: DescriptionBodyProps) {
  useStyles(css)
  const language = useDescriptionWords()
  const { words } = language
  const { calls, comes, fee, kind, leaves, simulation, text, typed, warnings } = description
  const tree = typed && <Typed typed={typed} />
  const plain = kind === 'typed-data' || kind === 'blind'
  const isSignIn = kind === 'sign-in'
  const { details, shown } = sortFacts(description)
  const listed = listedCalls(description)
  return (
    <>
      {heading}
      <Changes leaves={leaves} comes={comes} tried={simulation === 'complete'} />
      <Warnings given={warnings} />
      {text && !isSignIn ? <MessageText {...text} /> : null}
      {kind === 'blind' ? tree : null}
      {isSignIn ? <p className="approval-calm">{words.signInMoves}</p> : null}
      {listed.length > 0 ? (
        <>
          <Facts facts={shown} />
          <Calls calls={listed} title={callsTitle(description, listed.length, language)} />
        </>
      ) : null}
      <Facts facts={listed.length > 0 ? [] : shown}>
        <FactRow label={words.account}>
          <Address address={account} />
        </FactRow>
        <FactRow label={words.network}>{network.name}</FactRow>
        {fee ? (
          <FactRow label={words.fee}>
            <span className="approval-number">{showChange(fee, 'leaves', language)}</span>
          </FactRow>
        ) : null}
      </Facts>
      {/* The decoded meaning of typed data precedes the data itself. */}
      {kind === 'typed-data' ? tree : null}
      <Details facts={details}>
        {plain ? null : tree}
        {text && isSignIn ? <MessageText {...text} /> : null}
        {calls.length > readActs(description).length ? (
          <Calls
            calls={calls}
            title={fillMessage(words.instructions, { count: String(calls.length) })}
          />
        ) : null}
      </Details>
    </>
  )
}

/** Returns the calls to list: for a single call only its nested calls, since heading and rows already describe it. */
function listedCalls(description: Description): Description['calls'] {
  return readLoneCall(description)?.calls ?? readActs(description)
}

function callsTitle(description: Description, count: number, { words }: DescriptionWords): string {
  if (readLoneCall(description)) return words.inner
  if (count < description.calls.length) return words.steps
  if (description.kind === 'permission') return words.mayCall
  const of = description.kind === 'solana-transaction' ? words.instructions : words.calls
  return fillMessage(of, { count: String(count) })
}

function Typed({ typed }: { typed: NonNullable<Description['typed']> }) {
  const { words } = useDescriptionWords()
  return (
    <section className="approval-typed">
      <h2>{words.typedDomain}</h2>
      <TypedTree nodes={typed.domain} />
      <h2>
        {words.typed} <span>{typed.primaryType}</span>
      </h2>
      <TypedTree nodes={typed.message} />
    </section>
  )
}

function Details({
  children,
  facts,
}: {
  children: [tree: ReactNode, text: ReactNode, calls: ReactNode]
  facts: Description['facts']
}) {
  const { words } = useDescriptionWords()
  if (facts.length === 0 && children.every((child) => !child)) return null
  return (
    <details className="approval-details">
      <summary>
        {words.details}
        <LineIcon path={downPath} />
      </summary>
      {children}
      <Facts facts={facts} />
    </details>
  )
}

const downPath = 'M6.500 10l5.500 5.500L17.500 10'
