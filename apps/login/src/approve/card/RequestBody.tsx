import type { Description } from '@foyer/decode'
import { useStyles } from '@foyer/ui/primitives'
import type { ReactNode } from 'react'
import type { Approval } from '../approval.ts'
import { fill, words } from '../words.ts'
import { Address } from './Address.tsx'
import { Calls } from './Calls.tsx'
import { CardIcon } from './CardIcon.tsx'
import { Changes } from './Changes.tsx'
import { FactRow, Facts } from './Facts.tsx'
import { MessageText } from './MessageText.tsx'
import { Reading } from './Reading.tsx'
import css from './RequestBody.css?inline'
import { readActs, readLoneCall } from './readCalls.ts'
import { showChange } from './showAmount.ts'
import { sortFacts } from './sortFacts.ts'
import { TypedTree } from './TypedTree.tsx'
import { titleOf } from './titleOf.ts'
import { Warnings } from './Warnings.tsx'

/** Shows all facts about the request, the most important first. */
export function RequestBody({ approval }: { approval: Approval }) {
  useStyles(css)
  const { account, description, network } = approval
  if (!description) return <Reading />
  const { calls, comes, fee, kind, leaves, simulation, text, typed, warnings } = description
  const tree = typed && <Typed typed={typed} />
  const plain = kind === 'typed-data' || kind === 'blind'
  const isSignIn = kind === 'sign-in'
  const { details, shown } = sortFacts(description)
  const listed = listedCalls(description)
  return (
    <>
      <h1 className="approval-title" tabIndex={-1}>
        {titleOf(approval, description)}
      </h1>
      <Changes leaves={leaves} comes={comes} tried={simulation === 'complete'} />
      <Warnings given={warnings} />
      {text && !isSignIn ? <MessageText {...text} /> : null}
      {kind === 'blind' ? tree : null}
      {isSignIn ? <p className="approval-calm">{words.signInMoves}</p> : null}
      {listed.length > 0 ? (
        <>
          <Facts facts={shown} />
          <Calls calls={listed} title={callsTitle(description, listed.length)} />
        </>
      ) : null}
      <Facts facts={listed.length > 0 ? [] : shown}>
        <FactRow label={words.account}>
          <Address address={account} />
        </FactRow>
        <FactRow label={words.network}>{network.name}</FactRow>
        {fee ? (
          <FactRow label={words.fee}>
            <span className="approval-number">{showChange(fee, 'leaves')}</span>
          </FactRow>
        ) : null}
      </Facts>
      {/* The decoded meaning of typed data precedes the data itself. */}
      {kind === 'typed-data' ? tree : null}
      <Details facts={details}>
        {plain ? null : tree}
        {text && isSignIn ? <MessageText {...text} /> : null}
        {calls.length > readActs(description).length ? (
          <Calls calls={calls} title={fill(words.instructions, { count: String(calls.length) })} />
        ) : null}
      </Details>
    </>
  )
}

/** Returns the calls to list: for a single call only its nested calls, since heading and rows already describe it. */
function listedCalls(description: Description): Description['calls'] {
  return readLoneCall(description)?.calls ?? readActs(description)
}

function callsTitle(description: Description, count: number): string {
  if (readLoneCall(description)) return words.inner
  if (count < description.calls.length) return words.steps
  const of = description.kind === 'solana-transaction' ? words.instructions : words.calls
  return fill(of, { count: String(count) })
}

function Typed({ typed }: { typed: NonNullable<Description['typed']> }) {
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
  if (facts.length === 0 && children.every((child) => !child)) return null
  return (
    <details className="approval-details">
      <summary>
        {words.details}
        <CardIcon name="down" />
      </summary>
      {children}
      <Facts facts={facts} />
    </details>
  )
}
