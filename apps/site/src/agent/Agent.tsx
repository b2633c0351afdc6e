import { FoyerButton, useSupportedPermissions } from '@foyer/ui/react'
import type { SiteConfig } from '../siteConfig.ts'
import { type Refusal, showCoins } from './createAgent.ts'
import { budget, useAgent, type Work } from './useAgent.ts'

const type = 'native-token-periodic'

/** An agent that spends within a budget that the user granted, and that one button stops. */
export function Agent({ config }: { config: SiteConfig }) {
  const agent = useAgent(config)
  const { canPay, failure, hasPermission, symbol, work } = agent
  const { data: supported, isPending } = useSupportedPermissions()
  const isOffered = supported !== undefined && type in supported
  const paid = 'paid' in work ? work.paid : 0
  const limit = showCoins(budget.perHour, symbol)
  return (
    <main className="agent">
      <header className="agent-head">
        <a href="/">Foyer</a>
        <FoyerButton />
      </header>
      <h1>An agent with a budget</h1>
      <p>
        The agent has a key of its own in this tab. It pays the shop{' '}
        {showCoins(budget.each, symbol)} at a time from your account, without asking you, and never
        more than {limit} an hour: the network itself refuses the rest.
      </p>
      <section className="agent-card" aria-label="The agent">
        <p className="agent-key">
          Its address: <code>{agent.address}</code>
        </p>
        <p className="agent-spent">
          <strong>{showCoins(budget.each * BigInt(paid), symbol)}</strong> paid
        </p>
        <progress
          max={Number(budget.perHour / budget.each)}
          value={paid}
          aria-label="Budget of this hour"
        />
        <p role="status" data-status={work.status}>
          {sentenceOf(work, limit)}
        </p>
        {failure === undefined ? null : <p role="alert">{failure}</p>}
        <div className="agent-buttons">
          {hasPermission && work.status !== 'stopped' ? (
            <button
              type="button"
              data-kind="stop"
              disabled={work.status === 'stopping'}
              onClick={() => void agent.stop()}
            >
              Stop the agent
            </button>
          ) : null}
          {!hasPermission ? (
            <button
              type="button"
              disabled={!canPay || !isOffered || work.status === 'asking'}
              onClick={() => void agent.start()}
            >
              Allow {limit} an hour
            </button>
          ) : null}
          {work.status === 'stopped' || work.status === 'refused' ? (
            <button type="button" data-kind="quiet" onClick={agent.retry}>
              Let it try again
            </button>
          ) : null}
        </div>
        {canPay && !isPending && !isOffered ? (
          <p>This wallet grants no such permission. Log in with your email to try it.</p>
        ) : null}
      </section>
    </main>
  )
}

const refusals: Readonly<Record<Refusal, string>> = {
  'over-limit': 'The network refused the next payment: the budget of this hour is spent.',
  revoked: 'The network refused the payment: you stopped the agent.',
  expired: 'The network refused the payment: the permission has ended.',
  failed: 'The payment failed.',
}

function sentenceOf(work: Work, limit: string): string {
  switch (work.status) {
    case 'idle':
      return `It has no permission. You would allow ${limit} an hour, for a week.`
    case 'asking':
      return 'Your wallet asks you.'
    case 'working':
      return 'It is paying…'
    case 'stopping':
      return 'Stopping: your wallet asks you to confirm it on the network.'
    case 'stopped':
      return 'Stopped. It is final once the network has confirmed it.'
    case 'refused':
      return refusals[work.refusal]
  }
}
